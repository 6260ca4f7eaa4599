import { KEPT_SECONDS } from '../../src/postbacks/queue.ts'
import type { SandboxFile } from '../sandbox-file.ts'
import type { CallApi } from './api-call.ts'
import type { ApiRecord } from './records/brief.ts'
import { type Get, type Listed, list } from './records/read-record.ts'

/** Postbacks of the seeded merchants, as the API shows them. */
export interface PostbacksView {
  configs: { config: ApiRecord; last: ApiRecord | null }[]
  /** The count of all configurations, including those not shown. */
  all_configs: number
  /** The latest postbacks. */
  postbacks: ApiRecord[]
  /** Whether the sandbox is older than the retention, so earlier postbacks may be gone. */
  is_trimmed: boolean
}

const MOST_CONFIGS = 20
const MOST = 30

export async function postbacksOf(callApi: CallApi, file: SandboxFile, now: number): Promise<PostbacksView> {
  const each = file.merchants.map(({ user, location_id }) => {
    const get: Get = async path => {
      const { status, body } = await callApi(file, { as: user, method: 'GET', url: `/v2/${path}` })
      return status === 200 ? body : null
    }
    return ofMerchant(get, location_id, now)
  })
  const views = await Promise.all(each)
  const postbacks = views.flatMap(view => view.postbacks)
  return {
    configs: views.flatMap(({ configs }) => configs),
    all_configs: views.reduce((sum, { all_configs }) => sum + all_configs, 0),
    postbacks: postbacks.toSorted((a, b) => String(b.id).localeCompare(String(a.id))).slice(0, MOST),
    is_trimmed: views.some(({ is_trimmed }) => is_trimmed),
  }
}

async function ofMerchant(get: Get, location_id: string, now: number): Promise<PostbacksView> {
  const logs = (query: Record<string, string>, most: number): Promise<Listed> =>
    list(get, 'postbacklogs', { ...query, expand: 'attempts,data,postback_config' }, most)
  const [configs, latest, answer] = await Promise.all([
    list(get, 'postbackconfigs', { sort: '-id' }, MOST_CONFIGS),
    logs({}, MOST),
    get(`locations/${location_id}`),
  ])
  const withLast = configs.records.map(async config => {
    const { records } = await logs({ postback_config_id: String(config.id) }, 1)
    return { config, last: records[0] ?? null }
  })
  return {
    configs: await Promise.all(withLast),
    all_configs: configs.total,
    postbacks: latest.records,
    is_trimmed: Number(answer?.location.created_ts ?? now) < now - KEPT_SECONDS,
  }
}
