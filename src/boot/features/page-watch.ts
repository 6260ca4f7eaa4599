import { systemCaller } from '../../definition/caller.ts'
import { ROOTLESS, recordEvents } from '../../events/record-events.ts'
import type { NightlyTask } from '../../jobs/nightly-work.ts'
import { pageReports } from '../../pages/watch/page-reports.ts'
import { pageReportRoutes } from '../../pages/watch/report-routes.ts'
import { watchPages } from '../../pages/watch/watch-pages.ts'
import type { Core, Feature } from '../parts.ts'

const PURGE_EVERY_MS = 3_600_000

/** Hosted pages are watched: by browsers, which report what a page's policy stopped, and by the gateway itself. */
export function pageWatchFeature({ db, clock, publicUrl }: Core): Feature {
  const reports = pageReports({ db, clock, publicUrl })
  return {
    async routes(http) {
      await http.register(pageReportRoutes, { reports })
    },
    periodicTasks: [{ name: 'purge reports of pages', every_ms: PURGE_EVERY_MS, run: () => reports.purge() }],
    close: () => reports.flush(),
  }
}

/** The nightly look at the pages as they are served. In a sandbox nothing stands between them and their payers. */
export function pageLook({ db, clock, raise, publicUrl }: Core): NightlyTask {
  const note = (differences: readonly string[]) =>
    recordEvents(db, clock, [
      {
        caller: systemCaller(ROOTLESS, 'gateway'),
        location_id: null,
        noun: 'page',
        record_id: '',
        verb: 'differs',
        details: { differences },
      },
    ])
  const warn = (differences: readonly string[]) =>
    raise([{ root_id: ROOTLESS, matter: 'page_differs', subject: '', says: saidOf(differences) }])
  const parts = { db, clock, publicUrl, note, warn }
  return { name: 'look at the payment pages', run: () => watchPages(parts) }
}

const MOST_SHOWN = 3

function saidOf(differences: readonly string[]): string {
  const more = differences.length > MOST_SHOWN ? `; ${differences.length - MOST_SHOWN} more` : ''
  return `What payers get is not what this release was approved with: ${differences.slice(0, MOST_SHOWN).join('; ')}${more}.`
}
