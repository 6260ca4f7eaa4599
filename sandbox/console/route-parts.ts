import type { FastifyRequest } from 'fastify'
import type { PageResponse, SendPage } from '../../src/pages/page-routes.ts'
import type { OnePage, Tab } from './console-page.ts'
import type { LooksDraft } from './looks.ts'

/** What the routes of the console share. */
export interface RouteParts {
  /** Returns the form of a request, or null when it does not come from the console itself. */
  ownForm(request: FastifyRequest): Promise<URLSearchParams | null>
  /** The same for a form with files. */
  ownUpload(request: FastifyRequest): Promise<FormData | null>
  /** Shows a tab, or one request or record of it. */
  show(tab: Tab, request: FastifyRequest, one?: OnePage): Promise<PageResponse>
  /** Shows the looks that a form asks for, which are not stored. */
  showDraft(request: FastifyRequest, draft: LooksDraft): Promise<PageResponse>
  send: SendPage
  problem(status: number): PageResponse
}
