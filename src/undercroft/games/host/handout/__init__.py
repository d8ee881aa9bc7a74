"""What a gamesmaster takes home: levels, rumours, a campaign map, an atlas."""
