import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Caller, USER_TYPES } from '../../definition/caller.ts'
import type { Change, Draft, Row } from '../../definition/resource.ts'
import { problemList } from '../../definition/rules.ts'
import { type Problems, Refusal } from '../../lib/problem.ts'
import type { branding_domain } from '../branding_domain/branding_domain.ts'
import { userRules } from './user.rules.ts'
import { UI_PREFS, user } from './user.ts'
import { checkMayChange } from './user-rank.ts'

type User = typeof user

const SECONDS = 1_767_225_600
const ID = { self: '0000000000000000000000aa', other: '0000000000000000000000bb' }
const domain = { id: '0000000000000000000000cc', url: 'juniper.example' } as Row<typeof branding_domain>

const caller = (user_type_id: number, user_id: string | null = ID.self) => ({ user_type_id, user_id }) as Caller
const row = (over: { [K in keyof Row<User>]?: unknown } = {}) =>
  ({ id: ID.other, user_type_id: 400, ui_prefs: { ...UI_PREFS }, ...over }) as unknown as Row<User>
const moment = (actor: Caller) => ({ seconds: SECONDS, caller: actor })

const created = (actor: Caller, draft: Partial<Draft<User>>) =>
  userRules.create!.decide!(
    { user_type_id: 400, ui_prefs: UI_PREFS, ...draft } as Draft<User>,
    { domain, default_terminal: null },
    moment(actor),
  ).set
const changed = (actor: Caller, record: Row<User>, change: Change<User>) =>
  userRules.update!.decide!(record, change, {}, moment(actor)).set

function refusal(work: () => unknown): { status: number; fields: string[] } {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return { status: error.status, fields: Object.keys(error.problems ?? {}) }
  }
  throw new assert.AssertionError({ message: 'nothing was refused' })
}

test('nobody creates or promotes a user with more rights than his own', () => {
  const most_rights_first = [0, 200, 250, 300, 400, 500, 600, 700, 800, 900, 1000, 100]
  for (const own of most_rights_first) {
    for (const given of USER_TYPES) {
      const allowed = most_rights_first.indexOf(given) >= most_rights_first.indexOf(own)
      const name = `${own} gives ${given}`
      if (allowed) assert.ok(created(caller(own), { user_type_id: given }), name)
      else
        assert.deepEqual(
          refusal(() => created(caller(own), { user_type_id: given })),
          { status: 422, fields: ['user_type_id'] },
          name,
        )
    }
  }
  const promoted = () => changed(caller(400), row({ id: ID.self }), { user_type_id: 250 })
  assert.deepEqual(refusal(promoted), { status: 422, fields: ['user_type_id'] })
})

test('an administrator reaches everybody, anybody else himself only', () => {
  for (const own of [300, 400, 500, 100]) {
    assert.doesNotThrow(() => checkMayChange(caller(own), row({ id: ID.self, user_type_id: own })), `${own} himself`)
    assert.equal(refusal(() => checkMayChange(caller(own), row({ user_type_id: 100 }))).status, 403, `${own} another`)
  }
  for (const type of USER_TYPES) {
    if (type !== 200) assert.doesNotThrow(() => checkMayChange(caller(250), row({ user_type_id: type })))
    assert.doesNotThrow(() => checkMayChange(caller(200), row({ user_type_id: type })))
  }
  assert.equal(refusal(() => checkMayChange(caller(250), row({ user_type_id: 200 }))).status, 403)
  assert.equal(refusal(() => checkMayChange(caller(250), row({ user_type_id: 0 }))).status, 403)
})

test('USR-15 the domain and its url come from the branding domain', () => {
  const set = created(caller(250), {})
  assert.equal(set.domain_id, domain.id)
  assert.equal(set.branding_domain_url, 'juniper.example')
})

test('USR-36 USR-37 USR-38 USR-39 preferences that are not sent get their defaults', () => {
  assert.deepEqual(created(caller(250), { ui_prefs: { page_size: 50, own: 'x' } }).ui_prefs, {
    ...UI_PREFS,
    page_size: 50,
    own: 'x',
  })
  const kept = changed(caller(250), row({ ui_prefs: { ...UI_PREFS, page_size: 50 } }), {
    ui_prefs: { entry_page: 'reports' },
  })
  assert.deepEqual(kept.ui_prefs, { ...UI_PREFS, page_size: 50, entry_page: 'reports' })
})

test('USR-40 the terminal of the location is the default one, unless another was chosen', () => {
  const default_terminal = '0000000000000000000000dd'
  const prefs = (ui_prefs: object) => {
    const record = { user_type_id: 400, ui_prefs } as Draft<User>
    return userRules.create!.decide!(record, { domain, default_terminal }, moment(caller(250))).set.ui_prefs
  }
  assert.deepEqual(prefs(UI_PREFS), { ...UI_PREFS, default_terminal })
  assert.deepEqual(prefs({ default_terminal: ID.other }), { ...UI_PREFS, default_terminal: ID.other })
})

test('USR-50 a password set for somebody else asks for a new one, the own one does not', () => {
  const password = 'Correct-horse-1'
  const other = changed(caller(250), row(), { password })
  assert.deepEqual([other.requires_new_password, other.password_spent, other.login_attempts], [true, false, 0])
  const own = changed(caller(250), row({ id: ID.self }), { password })
  assert.equal(own.requires_new_password, false)
  assert.equal(own.password_set_ts, SECONDS)
  assert.equal('requires_new_password' in changed(caller(250), row(), { first_name: 'Pat' }), false)
})

test('nobody deletes or deactivates himself', () => {
  const self = row({ id: ID.self })
  assert.deepEqual(
    refusal(() => userRules.remove!.decide!(self, undefined, moment(caller(250)))),
    { status: 409, fields: ['id'] },
  )
  assert.deepEqual(
    refusal(() => changed(caller(250), self, { status_id: 0 })),
    { status: 422, fields: ['status_id'] },
  )
  assert.doesNotThrow(() => userRules.remove!.decide!(row(), undefined, moment(caller(250))))
})

test('a broken zone, broken preferences and an emptied password are told together', () => {
  const problems: Problems = {}
  userRules.update!.validate!(
    { tz: 'Mars/Olympus', ui_prefs: { page_size: 0 }, password: null },
    problemList(problems),
    {},
  )
  assert.deepEqual(Object.keys(problems).toSorted(), ['password', 'tz', 'ui_prefs'])
})

test('passwords have a letter, a digit and a special character', () => {
  const { kind, limits } = user.fields.password
  const fits = (text: string) => 'value' in kind.parse(text, limits)
  for (const good of ['abcdef1!', 'Ünïcödé 9 ✓', `${'a'.repeat(126)}1!`]) assert.ok(fits(good), good)
  for (const bad of ['abc1!', 'abcdefgh!', '12345678!', 'abcdefg1', 'abcdefg1 ', `${'a'.repeat(127)}1!`])
    assert.ok(!fits(bad), bad)
})
