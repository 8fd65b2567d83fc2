# Runnel in one image. The database is embedded in /data unless DATABASE_URL names another.
FROM node:24-slim AS build
WORKDIR /runnel
COPY . .
RUN npm ci && npm run build -w @runnel/web

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/runnel-compiled \
  MALLOC_ARENA_MAX=2 MIMALLOC_ALLOW_THP=0 DISABLE_SYSTEM_FONTS_LOAD=1
WORKDIR /runnel
COPY --from=build /runnel /runnel
RUN mkdir -p /data/uploads && chown -R node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK CMD node -e "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=20", "--no-maglev", "apps/server/src/main.ts"]
