# The server in a container: SQLite in /data unless SHOWDOWN_DATABASE names a PostgreSQL.
#   docker build -t showdown .
#   docker run -p 8765:8765 -v showdown:/data showdown
FROM python:3.13-slim

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PYTHONUNBUFFERED=1

WORKDIR /srv/showdown

# What is pinned, first: it changes more seldom than we do, and so its layer stays.
COPY constraints.txt pyproject.toml hatch_build.py README.md LICENSE ./
COPY showdown showdown
COPY client_cli client_cli
RUN pip install --constraint constraints.txt --editable ".[cli,server,postgres,cluster]"

COPY alembic.ini ./
COPY migrations migrations
COPY server server

RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin showdown \
    && mkdir /data \
    && chown showdown /data
USER showdown
VOLUME /data

ENV SHOWDOWN_HOST=0.0.0.0 \
    SHOWDOWN_PORT=8765 \
    SHOWDOWN_DATABASE=/data/showdown.db
EXPOSE 8765

# Whether the process answers; whether its database does is asked at /readyz.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["python", "-m", "server.health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "server"]
CMD ["serve"]
