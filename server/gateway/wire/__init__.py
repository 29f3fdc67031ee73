"""Websockets under the gateway: our own, and those of ``websockets`` as their reference."""
