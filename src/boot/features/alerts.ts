import { lookAtDisk } from '../../alerts/look-at-disk.ts'
import { lookForAttacks } from '../../alerts/look-for-attacks.ts'
import { alertNotices, alertTasks } from '../../alerts/notice.ts'
import { verifyNewLinks } from '../../alerts/verify-new-links.ts'
import { purgeCounts } from '../../alerts/watch-counts.ts'
import { diskSpace } from '../../db/disk-space.ts'
import { embeddedData } from '../../db/server-place.ts'
import type { Core, Feature } from '../parts.ts'

const LOOK_EVERY_MS = 60_000
const VERIFY_EVERY_MS = 3_600_000
/** Somewhat less than an hour, so that the look of an hour later finds every chain due. */
const VERIFY_REST = 3_300

/** Warnings of what may be an attack: what is counted and noted by requests is looked through in the background. */
export function alertsFeature(core: Core): Feature {
  const { config, db, cipher, clock, watch, places, raise, messaging, publicUrl } = core
  const thresholds = config.alerts
  const mail = { mailer: messaging.mailer, to: config.notice_email }
  return {
    routes: http =>
      void http.addHook('onResponse', async ({ root_id }, { statusCode }) => {
        if (statusCode === 403 && root_id !== null) watch.count(root_id, 'forbidden')
      }),
    tasks: alertTasks({ db, publicUrl, ...mail }),
    dueScans: [alertNotices],
    periodicTasks: [
      {
        name: 'look for attacks',
        every_ms: LOOK_EVERY_MS,
        run: () => lookForAttacks({ db, clock, raise, thresholds }),
      },
      {
        name: 'verify new links of the trail',
        every_ms: VERIFY_EVERY_MS,
        run: () => verifyNewLinks({ db, cipher, clock, raise, rest: VERIFY_REST }),
      },
      ...(config.database_url === null
        ? [
            {
              name: 'look at the disk of the database',
              every_ms: LOOK_EVERY_MS,
              run: () => lookAtDisk({ raise, space: () => diskSpace(embeddedData(config.home)) }),
            },
          ]
        : []),
      { name: 'purge counts of answers', every_ms: VERIFY_EVERY_MS, run: () => purgeCounts(db, clock) },
    ],
    async close() {
      await watch.flush()
      await places.flush()
    },
  }
}
