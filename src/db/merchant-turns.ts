/** A table that several merchants fill, and that is emptied some entries at a time. */
interface SharedQueue {
  table: string
  /**
   * SQL over its columns: the MD5 of whose an entry is, then what sorts of entries are limited apart. As an index
   * begins. The MD5 spreads merchants evenly, so that a random beginning is as likely before each.
   */
  kinds: readonly string[]
  /** Which rows are entries at all. */
  open: string
  /** The column by which entries are served, and the last but the id in that index. */
  order: string
  /** Which entries have come due, over `order`. */
  due: string
  /** Which may be taken now; all that are due where it is left out. */
  free?: string
  /** Whether a kind may be taken from now, over `kind_1` and following. */
  allowed?: string
  /** A query of `owner` (the MD5) and `held`: how many entries of each are being worked on. */
  held?: string
  /** How many entries are taken at most: a parameter. */
  most: string
}

/** Others may claim the same entries at this moment, and are passed over then. */
const SPARE = 4
/** Kinds that one query looks at, a few milliseconds' worth. Where there are more, each query begins at another one. */
const MOST_KINDS = 250

/**
 * Returns the parts of a query (`with recursive …`) that end in `turn`: `id` and `place` of the entries that come next.
 * Merchants are served in turn, one entry each, and what is being worked on counts as served; so one entry of a
 * merchant does not wait for a thousand of another. A queue that is short enough is taken as it is. In a long one each
 * step goes from one kind to the next along the index, from a random one around to it again, so that it costs the same
 * however many entries a kind has, and however many merchants there are. The oldest entries are looked at as well: all
 * kinds that were looked at may have come to nothing.
 */
export function merchantTurns(queue: SharedQueue): string {
  const { table, kinds, open, order, due, free = 'true', allowed = 'true', held, most } = queue
  const names = kinds.map((_, index) => `kind_${index}`)
  const named = kinds.map((kind, index) => `${kind} as ${names[index]}`).join(', ')
  const is = kinds.map((kind, index) => `${kind} = kind.${names[index]}`).join(' and ')
  const [owner] = kinds
  const point = '(select point from start)'
  const first = (lap: string, where: string): string => `
    (select ${named}, ${order} as earliest, ${lap} as lap from ${table}
      where ${open} and ${where} order by ${kinds.join(', ')}, ${order} limit 1)`
  const next = `(${kinds.join(', ')}) > (${names.map(name => `kind.${name}`).join(', ')})`
  return `
backlog as (
  select count(*) > ${most} as is_long from (
    select from ${table} where ${open} and ${due} order by ${order} limit ${most} + 1) as entry),
start as materialized (select md5(random()::text) as point),
kind as (
  (select *, 1 as step from (${first('0', `${owner} >= ${point}`)} union all ${first('1', 'true')}) as found
    where (select is_long from backlog) order by lap limit 1)
  union all
  select later.*, kind.step + 1 from kind, lateral (
    select * from (
      ${first('kind.lap', `${next} and (kind.lap = 0 or ${owner} < ${point})`)} union all
      ${first('1', `kind.lap = 0 and ${owner} < ${point}`)}) as found order by lap limit 1) as later
   where kind.step < ${MOST_KINDS}),
held as (${held ?? `select '' as owner, 0 as held where false`}),
entry as (
  select own.* from kind, lateral (
    select id, ${order}, ${owner} as owner from ${table} where ${is} and ${open} and ${due} and ${free}
     order by ${order}, id limit ${most}) as own
   where ${due.replaceAll(order, 'kind.earliest')} and ${allowed}
  union
  select id, ${order}, ${owner} from (
    select * from ${table} where ${open} and ${due} order by ${order}, id limit ${SPARE} * ${most}) as oldest
   where ${free}),
numbered as (
  select entry.*, coalesce(held.held, 0) + row_number() over (partition by entry.owner order by ${order}, id) as round
    from entry left join held on held.owner = entry.owner),
turn as (
  select id, row_number() over (order by case when (select is_long from backlog) then round end, ${order}, id) as place
    from numbered order by place limit ${SPARE} * ${most})`
}
