import pg from 'pg'
import type { Queryable } from './database.ts'

/** The role by which the gateway serves from an embedded database. Its owner is the role of initdb, a superuser. */
export const SERVING_ROLE = 'tollgate_serving'

const ALL = ['select', 'insert', 'update', 'delete']
const READ = ['select']
const ADD = ['select', 'insert']

/**
 * Tables of which the serving role may do less than read and write. Old events of the audit trail go by `trim_audit`
 * and `drop_week`, and by nothing else.
 */
const LESS: Readonly<Record<string, readonly string[]>> = {
  event: ADD,
  event_seal: ADD,
  accepted_break: ADD,
  alert: ['select', 'insert', 'update'],
  installation: ADD,
  state_step: READ,
  bin_import: READ,
  bin_range: READ,
  schema_migration: READ,
}

/** A table, view or sequence and what a role may do with it. */
interface Relation {
  name: string
  kind: 'r' | 'p' | 'v' | 'm' | 'S'
  /** It is read and written through the table that it is a part of. */
  is_partition: boolean
  held: string[]
}

const RELATIONS = `
select c.relname as name, c.relkind::text as kind, c.relispartition as is_partition, array(
         select p from unnest($2::text[]) p
          where case when c.relkind = 'S' then p in ('select', 'usage') and has_sequence_privilege($1, c.oid, p)
                     else p <> 'usage' and has_table_privilege($1, c.oid, p) end) as held
  from pg_class c
 where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
 order by c.relname`

const EVERY = [...ALL, 'truncate', 'references', 'trigger', 'usage']

/** Functions that run as their owner, which somebody has to be allowed. */
const FUNCTIONS = `
select p.oid::regprocedure::text as name
  from pg_proc p
 where p.pronamespace = current_schema()::regnamespace and p.prosecdef and not has_function_privilege($1, p.oid, 'execute')`

/**
 * Gives the role what serving needs on every table, and takes from it what goes beyond: it reads and writes rows, and
 * can neither change a table nor its triggers. Does nothing where all is as it should be, or where the role is the one
 * of this session. Throws when the role is not there.
 */
export async function grantServing(session: Queryable, role: string): Promise<void> {
  const [own] = await session.query<{ is_owner: boolean }>('select pg_has_role($1, current_user, $2) as is_owner', [
    role,
    'usage',
  ])
  // A member of the owner is as good as the owner, and there is nothing to take from it.
  if (own?.is_owner) return
  const to = pg.escapeIdentifier(role)
  const statements = (await session.query<Relation>(RELATIONS, [role, EVERY])).flatMap(found => changesOf(found, to))
  for (const { name } of await session.query<{ name: string }>(FUNCTIONS, [role]))
    statements.push(`grant execute on function ${name} to ${to}`)
  if (statements.length === 0) return
  await session.run(`do $grants$ begin
    execute format('grant usage on schema %I to ${to}', current_schema());
    ${statements.map(text => `${text};`).join('\n    ')}
  end $grants$`)
}

function changesOf(found: Relation, role: string): string[] {
  const { name, kind, held } = found
  const wanted = rightsOn(found)
  const missing = wanted.filter(each => !held.includes(each))
  const beyond = held.filter(each => !wanted.includes(each))
  const on = `on ${kind === 'S' ? 'sequence' : 'table'} ${pg.escapeIdentifier(name)}`
  return [
    ...(missing.length > 0 ? [`grant ${missing.join(', ')} ${on} to ${role}`] : []),
    ...(beyond.length > 0 ? [`revoke ${beyond.join(', ')} ${on} from ${role}`] : []),
  ]
}

function rightsOn({ name, kind, is_partition }: Relation): readonly string[] {
  if (is_partition) return []
  if (kind === 'S') return ['select', 'usage']
  return kind === 'v' || kind === 'm' ? READ : (LESS[name] ?? ALL)
}
