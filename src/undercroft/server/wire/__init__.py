"""The wire: every message of the protocol, and how the engine's things become one."""
