import fp from 'fastify-plugin'
import { DefaultBoardMissing } from '../../contract/errors.js'
import { variantOf } from '../../contract/variant-path.js'
import { serverUrl } from '../../http/base-url.js'
import { pathOf } from '../../http/request-target.js'
import type { AddressOptions } from './find-board.js'
import { BOARD_PAGE_PATH, boardPath, hostUrl } from './prefix.js'

/** The OpenAPI documents of the variants. */
const DOCUMENT = /^\/api\/[^/]+\/openapi(-3\.1)?\.(json|yaml)$/

/** What stands for the id of a board in messages. */
const ID = '<id>'

/** Refuses the operations of the default board (decision 72). The documents remain. */
export const boardsOnly = fp<AddressOptions & { boardsOnly: boolean }>(
  async (app, { boardsOnly, publicUrl, boardHost }) => {
    if (!boardsOnly) return
    app.addHook('onRequest', (request, _reply, done) => {
      if (request.board.address !== null) return done()
      const path = request.routeOptions.url ?? pathOf(request.url)
      const isOnBoard = variantOf(path) !== undefined || path.replace(/\/$/, '') === BOARD_PAGE_PATH
      if (!isOnBoard || DOCUMENT.test(path)) return done()
      const server = serverUrl(request, publicUrl)
      const urls = [server + boardPath(ID), ...(boardHost === undefined ? [] : [hostUrl(ID, boardHost, server)])]
      done(new DefaultBoardMissing(urls.join(' or ')))
    })
  },
)
