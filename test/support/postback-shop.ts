import assert from 'node:assert/strict'
import type { Json, TestApp } from './app.ts'
import type { PostReceiver } from './post-receiver.ts'

/** A merchant's configurations and contacts, for tests of postbacks. */
export function postbackShop(t: TestApp, shop: PostReceiver) {
  const [{ location_id }] = t.merchants
  const made = async (path: string, name: string, record: object): Promise<Json> => {
    const { status, body } = await t.api.post(path, { [name]: record })
    assert.equal(status, 201, JSON.stringify(body))
    return body[name]
  }
  return {
    made,
    /** A configuration that posts every event of contacts. */
    configured: (over: object = {}): Promise<Json> =>
      made('postbackconfigs', 'postbackconfig', {
        ...{ location_id, resource: 'contact', url: shop.url, on_create: 1, on_update: 1, on_delete: 1 },
        ...over,
      }),
    contact: (over: object = {}): Promise<Json> =>
      made('contacts', 'contact', { location_id, last_name: 'Testperson', ...over }),
    rename: (id: string, city: string) => t.api.put(`contacts/${id}`, { contact: { city } }),
    advance: (seconds: number) => t.clock.moveTo(t.clock.seconds() + seconds, t.app.worker),
    logs: async (config: Json, query = ''): Promise<Json[]> =>
      (await t.api.get(`postbacklogs?postback_config_id=${config.id}&sort=id${query}`)).body.postbacklogs,
    /** Deletes all configurations, so that the next test gets postbacks of its own records only. */
    async fresh(): Promise<void> {
      const { body } = await t.api.get('postbackconfigs')
      for (const { id } of body.postbackconfigs) await t.api.delete(`postbackconfigs/${id}`)
      await t.settle()
      shop.posted.length = 0
      shop.answer(200)
    },
  }
}
