import type { Database } from '../../src/db/database.ts'
import { html } from '../../src/pages/html.ts'
import type { Section } from './console-page.ts'
import type { ConsoleView } from './console-view.ts'
import { moment } from './moment.ts'

export interface PostbackLine {
  ts: number
  type: string
  resource: string
  number: number
  url: string
  succeeded: boolean
  /** The status of the answer, or why there was none. */
  outcome: string
}

export function latestPostbacks(db: Database, most: number): Promise<PostbackLine[]> {
  return db.query<PostbackLine>(
    `select a.created_ts as ts, l.type, l.resource, a.number_of_attempts as number, a.url, a.succeeded,
            coalesce(a.response_status::text, a.error) as outcome
       from postback_attempt a join postback_log l on l.id = a.postback_log_id
      order by a.id desc limit $1`,
    [most],
  )
}

/** The latest tries to deliver a postback. */
export function postbacksSection({ postbacks }: ConsoleView): Section {
  const body =
    postbacks.length === 0
      ? html`<p class="fine">Nothing was posted yet. A postback configuration says what is posted where.</p>`
      : html`<table class="rows">
<caption class="quiet">Latest tries to deliver a postback</caption>
<thead><tr><th scope="col">Time, UTC</th><th scope="col">Postback</th><th scope="col" class="number">Try</th><th scope="col">Answer</th><th scope="col">Receiver</th></tr></thead>
<tbody>${postbacks.map(
          ({ ts, type, resource, number, outcome, succeeded, url }) => html`<tr>
<th scope="row">${moment(ts)}</th><td>${type} ${resource}</td><td class="number">${number}</td>
<td data-result="${succeeded ? 'approved' : 'declined'}">${outcome}</td><td class="code">${url}</td>
</tr>`,
        )}</tbody>
</table>
<p><a href="/sandbox/postbacks">Every try with its request and response</a></p>`
  return { id: 'postbacks', title: 'Postbacks', body }
}
