/** A table that several merchants fill, and that is emptied some entries at a time. */
interface SharedQueue {
  table: string
  /** SQL over its columns: whose an entry is, then what sorts of entries are limited apart. As an index begins. */
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
  /** A query of `owner` and `held`: how many entries of each are being worked on. */
  held?: string
  /** How many entries are taken at most: a parameter. */
  most: string
}

/** Others may claim the same entries at this moment, and are passed over then. */
const SPARE = 4

/**
 * Returns the parts of a query (`with recursive …`) that end in `turn`: `id` and `place` of the entries that come next.
 * Merchants are served in turn, one entry each, and what is being worked on counts as served; so one entry of a
 * merchant does not wait for a thousand of another. A queue that is short enough is taken as it is. In a long one each
 * step goes from one kind to the next along the index, so that it costs the same however many entries a kind has.
 */
export function merchantTurns(queue: SharedQueue): string {
  const { table, kinds, open, order, due, free = 'true', allowed = 'true', held, most } = queue
  const names = kinds.map((_, index) => `kind_${index}`)
  const named = kinds.map((kind, index) => `${kind} as ${names[index]}`).join(', ')
  const is = kinds.map((kind, index) => `${kind} = kind.${names[index]}`).join(' and ')
  const by = `order by ${kinds.join(', ')}, ${order} limit 1`
  return `
backlog as (
  select count(*) > ${most} as is_long from (
    select from ${table} where ${open} and ${due} order by ${order} limit ${most} + 1) as entry),
kind as (
  (select ${named}, ${order} as earliest from ${table} where ${open} and (select is_long from backlog) ${by})
  union all
  select later.* from kind, lateral (
    select ${named}, ${order} from ${table}
     where ${open} and (${kinds.join(', ')}) > (${names.map(name => `kind.${name}`).join(', ')}) ${by}) as later),
held as (${held ?? `select '' as owner, 0 as held where false`}),
entry as (
  select entry.id, entry.${order},
         coalesce(held.held, 0) + row_number() over (partition by kind.kind_0 order by entry.${order}, entry.id) as round
    from kind left join held on held.owner = kind.kind_0, lateral (
      select id, ${order} from ${table} where ${is} and ${open} and ${due} and ${free}
       order by ${order}, id limit ${SPARE} * ${most}) as entry
   where ${due.replaceAll(order, 'kind.earliest')} and ${allowed}
  union all
  (select id, ${order}, 1 from ${table}
    where ${open} and ${due} and ${free} and not (select is_long from backlog) order by ${order}, id limit ${most})),
turn as (
  select id, row_number() over (order by round, ${order}, id) as place from entry
   order by round, ${order}, id limit ${SPARE} * ${most})`
}
