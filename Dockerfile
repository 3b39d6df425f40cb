# docker build --tag reelay .
# Builds an installation with `npm run build` and copies it into an image without npm and sources.
FROM node:24-trixie-slim AS build
WORKDIR /build
COPY . .
RUN npm run build -- --out /opt/reelay

FROM debian:trixie-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin reelay \
  && install --directory --owner reelay --mode 0700 /data
COPY --from=build /opt/reelay /opt/reelay
USER reelay
WORKDIR /data
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=4000
EXPOSE 4000
VOLUME /data
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["/opt/reelay/node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/opt/reelay/reelay"]
