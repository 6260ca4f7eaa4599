import type { Queryable } from '../db/database.ts'
import { type DueScanDefinition, dueScan } from '../jobs/declare/due-scan.ts'
import { defineTask, type JobRun, type Tasks } from '../jobs/declare/task.ts'
import type { Letter } from '../lib/letter.ts'
import { type OperatorMail, tellOperator } from '../payments/tell-operator.ts'

const noticeTask = defineTask<{ alert: string }>('alert.notice')

/** Alerts that the operator is to be told of, one mail for each. */
export const alertNotices: DueScanDefinition = dueScan({
  name: 'alerts to tell of',
  table: 'alert',
  column: 'notice_ts',
  task: noticeTask,
  by: 'id',
  payload: { alert: 'id' },
  most: 100,
  revive: 3600,
})

interface Parts extends OperatorMail {
  db: Queryable
  publicUrl(): string
}

/** What workers do for alerts: they tell the operator. */
export function alertTasks(parts: Parts): Tasks {
  return noticeTask.does(job => tell(parts, job))
}

interface Told {
  root_id: string
  matter: string
  subject: string
  says: string
  name: string | null
}

async function tell({ db, publicUrl, ...mail }: Parts, { id, payload }: JobRun<{ alert: string }>): Promise<void> {
  const [found] = await db.query<Told>(FOUND, [payload.alert])
  if (!found) return
  await tellOperator(mail, alertLetter(found, publicUrl()), {
    id,
    reason: 'alert.notice',
    location_id: found.root_id,
  })
  await db.run('update alert set notice_ts = null where id = $1', [payload.alert])
}

const FOUND = `
select a.root_id, a.matter, a.subject, a.says, l.name from alert a
  left join location l on l.root_id = a.root_id and l.id = a.location_id where a.id = $1 and a.notice_ts is not null`

function alertLetter({ root_id, matter, subject, says, name }: Told, public_url: string): Letter {
  // What many refusals are about is a word that other merchants have as well.
  const narrowest = matter === 'many_refusals' && root_id !== '' ? root_id : subject
  return {
    subject: `Alert: ${matter.replaceAll('_', ' ')}${name ? ` at ${name}` : ''}`,
    preview: says,
    sender: { name: 'Tollgate', accent: null, lines: [public_url] },
    heading: 'Something to look at',
    paragraphs: [says],
    figure: null,
    rows: [
      { label: 'Matter', value: matter },
      { label: 'Merchant', value: root_id === '' ? 'none' : `${name ?? ''} (${root_id})` },
      { label: 'About', value: subject || '-' },
    ],
    quote: null,
    button: null,
    notes: [
      `What to do about it: docs/operating.md, "When an alert comes". To silence it: TOLLGATE_ALERTS_OFF=${matter}:${narrowest}`,
      'The same is told once a day.',
    ],
  }
}
