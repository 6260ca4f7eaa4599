/**
 * The columns of the audit trail that mean something in one server only, as they are written into a backup. PostgreSQL
 * numbers its transactions, and another server has other numbers: in a backup 0 says that an event has its seal and 1
 * that it waits for one, and the seals have come as far as 0. Every number that a server gives is larger.
 */
export const PORTABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  event: {
    xid: `(select case when (event.xid, event.id) <= (s.xid, s.event_id) or event.id <= s.floor_id then 0 else 1 end from event_sealing s)`,
  },
  event_sealing: { xid: '1', event_id: `''`, floor_id: `''` },
}
