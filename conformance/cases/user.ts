import { type Check, check, partCheck } from '../check.ts'
import type { Answer, Json } from '../client.ts'
import { answered, bare, different, matches, record, records, refused, refusedWith, same, that } from '../expect.ts'
import { type Fields, newUser, UNKNOWN, userBody } from '../fixtures.ts'
import type { Lab } from '../lab.ts'

const create = (lab: Lab, over: Fields): Promise<Answer> =>
  lab.api.post('users', { user: { ...userBody(lab), ...over } })
const update = (lab: Lab, id: string, fields: Fields): Promise<Answer> => lab.api.put(`users/${id}`, { user: fields })
const read = async (lab: Lab, id: string): Promise<Json> => record(await lab.api.get(`users/${id}`), 'user', 200)

const keyed = (lab: Lab, user_id: string, user_api_key: string) =>
  lab.as({ 'developer-id': lab.sandbox.developer_id, 'user-id': user_id, 'user-api-key': user_api_key })

/** Members that a user always shows. */
const SHOWN: Record<string, string> = {
  requires_new_password: 'USR-24',
  current_login: 'USR-27',
  current_date_time: 'USR-29',
  terms_accepted_ts: 'USR-30',
  terms_agree_ip: 'USR-31',
  terms_condition_id: 'USR-32',
}

const PREFS: Record<string, [id: string, value: Json]> = {
  entry_page: ['USR-36', 'dashboard'],
  page_size: ['USR-37', 15],
  report_export_type: ['USR-38', 'csv'],
  process_method: ['USR-39', 'virtual_terminal'],
}

const fieldChecks: Check[] = [
  check('USR-14', async lab => {
    const { domain_id } = record(await lab.api.get('users/me'), 'user', 200)
    same((await newUser(lab)).domain_id, domain_id, 'domain_id of a new user')
    const theirs = record(await lab.stranger.get('users/me'), 'user', 200).domain_id
    for (const name of ['domain_id', 'branding_domain_id']) {
      same((await newUser(lab, { [name]: domain_id })).domain_id, domain_id, `domain_id sent as ${name}`)
      refused(await create(lab, { [name]: theirs }), name)
    }
  }),
  check('USR-17', async lab => {
    for (const user_type_id of [250, 500, 600, 1000])
      same((await newUser(lab, { user_type_id })).user_type_id, user_type_id, 'user_type_id')
    for (const user_type_id of [123456789, 999, 200, 'admin', '', undefined])
      refused(await create(lab, { user_type_id }), 'user_type_id')
    const { id } = await newUser(lab)
    same(record(await update(lab, id, { user_type_id: 500 }), 'user', 200).user_type_id, 500, 'user_type_id')
    for (const user_type_id of [123456789, 999, 200, 'admin'])
      refused(await update(lab, id, { user_type_id }), 'user_type_id')
  }),
  check('USR-18', async lab => {
    const key = `Key-1.${lab.unique()}`
    const { id, status_id } = await newUser(lab, { user_api_key: key })
    same(status_id, 1, 'status_id of a new user')
    for (const wrong of [2, 'no', -1]) {
      refused(await update(lab, id, { status_id: wrong }), 'status_id')
      refused(await create(lab, { status_id: wrong }), 'status_id')
    }
    answered(await keyed(lab, id, key).get('users/me'), 200)
    const off = record(await update(lab, id, { status_id: 0 }), 'user', 200)
    same([off.status_id, off.status], [0, 0], 'status_id and status after an update')
    refusedWith(await keyed(lab, id, key).get('users/me'), 401)
    answered(await update(lab, id, { status_id: 1 }), 200)
    answered(await keyed(lab, id, key).get('users/me'), 200)
  }),
  check('USR-21', async lab => {
    same((await newUser(lab, { tz: 'America/Los_Angeles' })).tz, 'America/Los_Angeles', 'tz')
    const { id } = await newUser(lab)
    for (const tz of ['x'.repeat(31), 'Mars/Olympus']) {
      refused(await create(lab, { tz }), 'tz')
      refused(await update(lab, id, { tz }), 'tz')
    }
    same(record(await update(lab, id, { tz: 'America/Denver' }), 'user', 200).tz, 'America/Denver', 'tz')
  }),
  check('USR-22', async lab => {
    const key = `K-1${lab.unique()}`.padEnd(64, 'x')
    const { id } = await newUser(lab, { user_api_key: key })
    same(record(await keyed(lab, id, key).get('users/me'), 'user', 200).id, id, 'the id of users/me')
    for (const wrong of [`${key}x`, key.slice(0, 15), `with spaces ${key.slice(0, 20)}`])
      refused(await create(lab, { user_api_key: wrong }), 'user_api_key')
  }),
  ...Object.entries(SHOWN).map(([name, id]) =>
    check(id, async lab => {
      const me = record(await lab.api.get('users/me'), 'user', 200)
      that(name in me, `${name} is missing in users/me`)
      that(name in (await newUser(lab)), `${name} is missing in a new user`)
    }),
  ),
  check('USR-35', async lab => {
    const { id, ui_prefs } = await newUser(lab)
    that(typeof ui_prefs === 'object' && ui_prefs !== null && !Array.isArray(ui_prefs), 'ui_prefs is no object')
    const changed = record(await update(lab, id, { ui_prefs: { page_size: 50 } }), 'user', 200)
    same(
      [changed.ui_prefs.page_size, changed.ui_prefs.entry_page],
      [50, 'dashboard'],
      'page_size and entry_page after an update of one',
    )
    for (const wrong of ['dashboard', 7, [1], { page_size: 'many' }, { default_terminal: 'x'.repeat(37) }]) {
      refused(await update(lab, id, { ui_prefs: wrong }), 'ui_prefs')
      refused(await create(lab, { ui_prefs: wrong }), 'ui_prefs')
    }
    const sent = { page_size: 50, default_terminal: lab.merchant.terminal_id_without_signature }
    const own = await newUser(lab, { ui_prefs: sent })
    same(own.ui_prefs, { ...ui_prefs, ...sent }, 'ui_prefs of a create that sent two of them')
  }),
  ...Object.entries(PREFS).map(([name, [id, value]]) =>
    check(id, async lab => same((await newUser(lab)).ui_prefs?.[name], value, `ui_prefs.${name}`)),
  ),
  check('USR-40', async lab => {
    const { default_terminal } = (await newUser(lab)).ui_prefs ?? {}
    const terminals = records(await lab.api.get(`terminals?location_id=${lab.merchant.location_id}`), 'terminals')
    that(
      terminals.some(({ id }) => id === default_terminal),
      `ui_prefs.default_terminal is ${default_terminal}, no terminal of the location`,
    )
    const elsewhere = await newUser(lab, { primary_location_id: lab.merchant.child_location_id })
    same(elsewhere.ui_prefs.default_terminal, null, 'default_terminal at a location without terminals')
  }),
  partCheck('USR-13', 'one contact', async lab => {
    const { contact_id } = lab.merchant
    const { id } = await newUser(lab, { contact_id })
    const found = record(await lab.api.get(`contacts/${contact_id}?expand=user`), 'contact', 200)
    that(found.user?.id, 'the contact has no user')
    refused(await update(lab, id, { contact_id: lab.other.contact_id }), 'contact_id')
    same(record(await update(lab, id, { contact_id: '' }), 'user', 200).contact_id, null, 'contact_id sent empty')
  }),
  partCheck('USR-29', 'zone', async lab => {
    const { current_date_time } = await newUser(lab, { tz: 'Asia/Kolkata' })
    const [, local = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\+0530$/.exec(current_date_time) ?? []
    const shown = Date.parse(`${local}+05:30`) / 1000
    that(Math.abs(shown - (await lab.seconds())) <= 60, `current_date_time is ${current_date_time}`)
  }),
  partCheck(['USR-30', 'USR-31', 'USR-32', 'USR-24', 'USR-27', 'USR-28'], 'given by the system', async lab => {
    const sent = {
      terms_accepted_ts: 1_111_111_111,
      terms_agree_ip: '192.0.2.1',
      terms_condition_id: 'x',
      requires_new_password: '1',
      current_login: '2020-01-01',
      current_login_ip: '192.0.2.1',
    }
    const made = await newUser(lab, sent)
    const changed = record(await update(lab, made.id, sent), 'user', 200)
    for (const [name, value] of Object.entries(sent))
      for (const shown of [made[name], changed[name]]) different(shown, value, `${name} after it was sent`)
  }),
  partCheck('USR-02', 'unique', async lab => {
    const { username } = await newUser(lab)
    for (const taken of [username, username.toUpperCase()]) refused(await create(lab, { username: taken }), 'username')
    const elsewhere = { ...userBody(lab), username, primary_location_id: lab.other.location_id }
    answered(await lab.stranger.post('users', { user: elsewhere }), 201)
  }),
  partCheck('USR-22', 'never shown', async lab => {
    const user_api_key = `Key-1.${lab.unique()}`
    const answer = await create(lab, { user_api_key, password: 'Secret-1.secret' })
    const { id } = record(answer, 'user', 201)
    for (const each of [
      answer,
      await lab.api.get(`users/${id}`),
      await lab.api.get(`users?id=${id}`),
      await update(lab, id, { city: 'Ithaca' }),
    ]) {
      that(
        !each.text.includes(user_api_key) && !each.text.includes('Secret-1.secret'),
        `${each.asked.split(' {')[0]} shows a credential`,
      )
    }
  }),
]

const endpointChecks: Check[] = [
  check('USR-41', async lab => {
    const body = userBody(lab)
    const made = record(await lab.api.post('users', { user: body }), 'user', 201)
    for (const [name, value] of Object.entries(body)) same(made[name], value, name)
    const errors = refused(await lab.api.post('users', { user: {} }))
    same(Object.keys(errors).toSorted(), Object.keys(body).toSorted(), 'fields reported as missing')
  }),
  check('USR-42', async lab => {
    const [first, second] = [`Key-1.${lab.unique()}`, `Key-2.${lab.unique()}`]
    const { id } = await newUser(lab, { user_api_key: first })
    await update(lab, id, { user_api_key: second })
    answered(await keyed(lab, id, first).get('users/me'), 200)
    refusedWith(await keyed(lab, id, second).get('users/me'), 401)
  }),
  check('USR-43', async lab => {
    const { id } = await newUser(lab)
    const found = record(await lab.api.post(`users/${id}/generateuserapikey`), 'user', 200)
    same(Object.keys(found), ['user_api_key'], 'the members of the answer')
    const { user_api_key } = found
    matches(user_api_key, /^[\w-]{16,64}$/, 'user_api_key')
    refusedWith(await lab.api.post(`users/${lab.other.user.user_id}/generateuserapikey`), 404)
    same(record(await keyed(lab, id, user_api_key).get('users/me'), 'user', 200).id, id, 'the id of users/me')
    refusedWith(await lab.api.post(`users/${UNKNOWN}/generateuserapikey`), 404)
  }),
  check('USR-44', async lab => {
    const { id } = await newUser(lab)
    same(record(await update(lab, id, { first_name: 'Alex' }), 'user', 200).first_name, 'Alex', 'first_name')
    refusedWith(await lab.stranger.put(`users/${id}`, { user: { first_name: 'Theirs' } }), 404)
    same((await read(lab, id)).first_name, 'Alex', 'first_name read after the update')
  }),
  check('USR-46', async lab => {
    const { id, username } = await newUser(lab)
    same((await read(lab, id)).username, username, 'username')
    refusedWith(await lab.stranger.get(`users/${id}`), 404)
  }),
  check('USR-47', async lab => {
    for (const [caller, person] of [
      [lab.api, lab.merchant.user],
      [lab.clerk, lab.merchant.clerk],
      [lab.stranger, lab.other.user],
    ] as const) {
      const me = record(await caller.get('users/me'), 'user', 200)
      same([me.id, me.username], [person.user_id, person.username], 'id and username of users/me')
    }
    const me = record(await lab.api.get('users/me?expand=primary_location'), 'user', 200)
    same(me.primary_location?.id, lab.merchant.location_id, 'the id of the expanded primary_location')
  }),
  check('USR-48', async lab => {
    const { id, username } = await newUser(lab, { city: 'Ithaca' })
    const answer = await lab.api.get(`users?username=${username}&city=Ithaca&status=1`)
    same(
      records(answer, 'users').map(each => each.id),
      [id],
      'users of one username',
    )
    same(answer.body.meta.pagination.totalCount, 1, 'totalCount')
    same(answer.body.meta.sort.attributes, { id: 'desc' }, 'the sort')
    for (const secret of ['password', 'user_api_key', 'user_hash_key', 'password_mark', 'user_hash_key_sealed']) {
      refused(await lab.api.get(`users?${secret}=x`), secret)
      refused(await lab.api.get(`users?sort=${secret}`), secret)
    }
    same(records(await lab.stranger.get(`users?username=${username}`), 'users'), [], 'users a stranger sees')
  }),
  check('USR-49', async lab => {
    const key = `Key-1.${lab.unique()}`
    const { id, username } = await newUser(lab, { user_api_key: key })
    answered(await keyed(lab, id, key).get('users/me'), 200)
    refusedWith(await lab.stranger.delete(`users/${id}`), 404)
    refusedWith(await lab.api.delete(`users/${lab.merchant.user.user_id}`), 409)
    bare(await lab.api.delete(`users/${id}`))
    answered(await lab.api.get(`users/${id}`), 404)
    refusedWith(await keyed(lab, id, key).get('users/me'), 401)
    answered(await create(lab, { username }), 201)
  }),
  partCheck('USR-17', 'nobody gives more rights than his own', async lab => {
    const { clerk } = lab.merchant
    refusedWith(await lab.clerk.post('users', { user: { ...userBody(lab), user_type_id: 250 } }), 403)
    await lab.clerk.put(`users/${clerk.user_id}`, { user: { user_type_id: 250 } })
    const me = record(await lab.clerk.get('users/me'), 'user', 200)
    same(me.user_type_id, 400, 'user_type_id of a clerk who tried to raise it')
    await lab.clerk.put(`users/${clerk.user_id}`, { user: { primary_location_id: lab.merchant.location_id } })
    same(
      record(await lab.clerk.get('users/me'), 'user', 200).primary_location_id,
      lab.merchant.child_location_id,
      'primary_location_id of a clerk who tried to move up',
    )
  }),
]

export const userChecks: Check[] = [...fieldChecks, ...endpointChecks]
