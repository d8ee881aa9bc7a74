"""Sages: audiences, favours, games, wishes, and rising in rank."""
