import { hash, timingSafeEqual } from 'node:crypto'
import { onLane } from '../../db/lanes.ts'
import { moneyMetrics } from '../../metrics/money-gauges.ts'
import type { Core, Feature } from '../parts.ts'

/** Figures for a monitor at `GET /metrics`, in the text format of Prometheus, for who brings the token. */
export function metricsFeature({ config, db, clock }: Core): Feature {
  const token = config.metrics_token
  if (token === null) return {}
  const metrics = moneyMetrics({ db, clock })
  return {
    routes(http) {
      http.get('/metrics', async (request, reply) => {
        if (!isBearer(request.headers.authorization, token))
          return reply.code(401).header('www-authenticate', 'Bearer').send()
        return reply.type(metrics.content_type).send(await onLane('lists', metrics.read))
      })
    },
  }
}

function isBearer(header: string | undefined, token: string): boolean {
  const mark = (text: string): Buffer => hash('sha256', text, 'buffer')
  return timingSafeEqual(mark(header ?? ''), mark(`Bearer ${token}`))
}
