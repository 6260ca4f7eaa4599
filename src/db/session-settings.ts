import type { Queryable } from './database.ts'

/**
 * Settings that change what statements mean or what is read. A role or database may have others: under a `datestyle` of
 * `SQL, DMY` no recurring could be charged.
 */
const MEANING: Readonly<Record<string, string>> = {
  default_transaction_isolation: 'read committed',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  array_nulls: 'on',
  datestyle: 'ISO',
}

/** The same rows are the same bytes on every server. A pool keeps idle connections. */
const FORM: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  idle_session_timeout: '0',
}

const SENT = Object.entries({ ...MEANING, ...FORM })
const OPTIONS = SENT.map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)

const OWN_OPTIONS = /([?&]options=)([^&]*)/

/**
 * Returns the address and start options of a connection with these settings, which win over those of role and database.
 * The driver takes the options of an address instead of those it is given, so ours are added to them.
 */
export function withSettings(url: string, more = ''): { connectionString: string; options?: string } {
  const ours = [...OPTIONS, more].join(' ').trim()
  if (!OWN_OPTIONS.test(url)) return { connectionString: url, options: ours }
  const connectionString = url.replace(OWN_OPTIONS, (_all, name: string, theirs: string) => {
    const given = decodeURIComponent(theirs.replaceAll('+', ' '))
    return name + encodeURIComponent(`${given} ${ours}`)
  })
  return { connectionString }
}

/**
 * The statements that give a connection for long work these settings, and no time limit. Settings of later releases of
 * PostgreSQL are set where they are known.
 */
export const SESSION = `
${SENT.map(([name, value]) => `set ${name} = '${value}'`).join('; ')};
set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'`

function named(role: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(role) ? role : `"${role.replaceAll('"', '""')}"`
}

/**
 * Throws an error of one line where the gateway cannot work: a pooler forwards no start options, `transaction_timeout`
 * (PostgreSQL 17) is in none of them, and a database has its encoding since it was made.
 */
export async function checkSettings(db: Queryable): Promise<void> {
  const [row] = await db.query<{ role: string; encoding: string }>(
    `select current_user::text as role, current_setting('server_encoding') as encoding`,
  )
  const { role, encoding } = row!
  if (encoding !== 'UTF8') throw new Error(`the database is encoded in ${encoding}: create one with encoding 'UTF8'`)
  const wanted: Readonly<Record<string, string>> = { ...MEANING, transaction_timeout: '0' }
  const found = await db.query<{ name: string; setting: string }>(
    'select lower(name) as name, setting from pg_settings where lower(name) = any($1) order by 1',
    [Object.keys(wanted)],
  )
  const wrong = found.find(({ name, setting }) => !setting.startsWith(wanted[name]!))
  if (wrong)
    throw new Error(
      `${wrong.name} is ${wrong.setting} for the role ${role}: alter role ${named(role)} set ${wrong.name} = '${wanted[wrong.name]}'`,
    )
}
