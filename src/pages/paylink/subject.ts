import type { Row } from '../../definition/resource.ts'
import { localDate } from '../../lib/local-date.ts'
import { paylink, STATUS } from '../../resources/paylink/paylink.ts'
import { actingFor, type PageSubject, type SubjectParts, subjectOf } from '../checkout/page-subject.ts'
import type { Standing } from './view.ts'

export type Link = Row<typeof paylink>

/** A paylink as its page needs it. */
export interface Subject extends PageSubject {
  link: Link
}

/** Null when there is no such link. */
export async function findSubject(parts: SubjectParts, id: string, visitor: string | null): Promise<Subject | null> {
  const acting = await actingFor(parts, 'paylink', id, visitor)
  const link = acting && (await acting.read.maybe(paylink, id))
  const subject = link && (await subjectOf(acting, link, product => product.paylink_allow))
  return subject && { ...subject, link }
}

/** What can be done with a link now (contract 3.2): it takes one payment, and while one is on its way no other. */
export function standingOf(link: Link, seconds: number, zone: string): Standing {
  if (link.status_id === STATUS.paid) return 'paid'
  if (!link.active) return 'withdrawn'
  if (link.expire_date !== null && link.expire_date < localDate(seconds, zone).toString()) return 'expired'
  return link.pending_transaction_id === null ? 'payable' : 'processing'
}
