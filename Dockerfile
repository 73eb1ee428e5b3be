# The build has a separate stage. The final image contains what the npm package contains, with the locked dependencies.
ARG BASE=node:24-slim

FROM $BASE AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json ./
COPY scripts/build.mjs scripts/build-changed.mjs scripts/build-commands.mjs scripts/build-guide.mjs scripts/build-web.mjs scripts/captured-globals.js scripts/notices.mjs scripts/write-sbom.mjs ./scripts/
COPY src ./src
COPY web ./web
COPY README.md ./
COPY docs ./docs
COPY openapi ./openapi
RUN npm run build && node scripts/write-sbom.mjs && npm prune --omit=dev
# The package of SQLite contains its C sources and the builds for all platforms, together 24 MB. The last command fails
# if the service needs one of the deleted files.
RUN cd node_modules/@photostructure/sqlite && rm -rf src \
  && find prebuilds -mindepth 1 -maxdepth 1 ! -name "linux-$(node -p process.arch)" -exec rm -r {} + \
  && node /app/dist/cli.js migrate --database-url sqlite:/tmp/board.db

FROM $BASE
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATABASE_URL=sqlite:/data/board.db \
    URL_FILE=/tmp/task-board-service.url
WORKDIR /app
COPY package.json LICENSE ./
COPY docs/decisions.md ./docs/
COPY openapi ./openapi
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "/app/dist/cli.js", "health"]
# The arguments of `docker run` are those of the command `task-board-service`.
ENTRYPOINT ["node", "/app/dist/cli.js"]
