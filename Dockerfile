# An image of the released file in release/ (npm run release, or downloaded). Nothing else of the folder is sent.
FROM node:24-slim AS unpacked
COPY release/runnel-*-linux-*.tar.gz /tmp/
RUN mkdir /runnel && tar -xzf /tmp/runnel-*.tar.gz -C /runnel --strip-components=1 && mv /runnel/node_modules /packages

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/runnel-compiled \
  MALLOC_ARENA_MAX=2 MIMALLOC_ALLOW_THP=0 DISABLE_SYSTEM_FONTS_LOAD=1
RUN mkdir -p /data/uploads && chown -R node:node /data
WORKDIR /runnel
# Packages change less often than the program: most upgrades fetch the last layer only.
COPY --from=unpacked /packages node_modules
COPY --from=unpacked /runnel .
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s --interval=10s --timeout=5s \
  CMD node -e "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=20", "--no-maglev", "apps/server/src/main.ts"]
