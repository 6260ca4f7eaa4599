import type { FastifyInstance } from 'fastify'
import { addressGroup } from '../../lib/address-group.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import { REPORTS_PATH } from '../headers.ts'
import type { PageReports } from './page-reports.ts'

const TYPES = ['application/csp-report', 'application/reports+json', 'application/json']
const LARGEST = 16 * 1024
/**
 * Reports in a minute: of an address, of all, and of an address whatever others send. Beyond, a browser is told to keep
 * them: a count needs no flood.
 */
const MOST = { address: 30, all: 600, share: 5 }

/**
 * Takes what browsers report of hosted pages, a plugin with a scope of its own. Anybody may send anything: only words
 * of ours are counted.
 */
export async function pageReportRoutes(app: FastifyInstance, { reports }: { reports: PageReports }): Promise<void> {
  const of_address = rateLimit(MOST.address)
  const of_all = rateLimit(MOST.all)
  const of_share = rateLimit(MOST.share)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(TYPES, { parseAs: 'string', bodyLimit: LARGEST }, (_request, body, done) =>
    done(null, parsed(String(body))),
  )
  app.post(REPORTS_PATH, async (request, reply) => {
    const address = addressGroup(request.ip)
    const wait = of_share(address) === null ? null : (of_address(address) ?? of_all('all'))
    if (wait !== null) return reply.code(429).header('retry-after', String(wait)).send()
    return reply.code(reports.count(request.body) > 0 ? 204 : 400).send()
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
