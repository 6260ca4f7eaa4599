import type { PostbacklogsQuery } from '../../packages/client/types/api.js'
import type { Json, TestApp } from './app.ts'
import type { PostReceiver } from './post-receiver.ts'

/** A merchant's configurations and contacts, for tests of postbacks. */
export function postbackShop(t: TestApp, shop: PostReceiver) {
  const [{ location_id }] = t.merchants
  return {
    /** A configuration that posts every event of contacts. */
    configured: (over: Json = {}): Promise<Json> =>
      t.api.postbackconfigs.create({
        ...{ location_id, resource: 'contact', url: shop.url, on_create: 1, on_update: 1, on_delete: 1 },
        ...over,
      }),
    contact: (over: Json = {}): Promise<Json> =>
      t.api.contacts.create({ location_id, last_name: 'Testperson', ...over }),
    rename: (id: string, city: string) => t.api.contacts.update(id, { city }),
    advance: (seconds: number) => t.clock.moveTo(t.clock.seconds() + seconds, t.app.worker),
    logs: (config: Json, query: PostbacklogsQuery = {}): Promise<Json[]> =>
      Array.fromAsync(t.api.postbacklogs.list({ postback_config_id: config.id, sort: 'id', ...query })),
    /** Deletes all configurations, so that the next test gets postbacks of its own records only. */
    async fresh(): Promise<void> {
      for (const { id } of await Array.fromAsync(t.api.postbackconfigs.list())) await t.api.postbackconfigs.delete(id)
      await t.settle()
      shop.posted.length = 0
      shop.answer(200)
    },
  }
}
