import { type Check, check, partCheck } from '../check.ts'
import type { Answer, Json } from '../client.ts'
import { record, records, refused, refusedWith, same, that } from '../expect.ts'
import { devicetermBody } from '../fields/deviceterm.ts'
import { type Fields, made, newLocation, UNKNOWN } from '../fixtures.ts'
import type { Lab } from '../lab.ts'

const MEMBERS = [
  ...['id', 'location_id', 'terminal_id', 'require_signature', 'terms_conditions', 'device_terms_api_id'],
  ...['device_term_api_id', 'reason_code_id', 'signature', 'created_ts', 'created_user_id', '_links'],
]
const EXPANDS = ['created_user', 'location', 'terminal', 'reason_code', 'signature']

const create = async (lab: Lab, over: Fields = {}): Promise<Answer> =>
  lab.api.post('deviceterms', { deviceterm: { ...(await devicetermBody(lab)), ...over } })
const newTerm = async (lab: Lab, over: Fields = {}): Promise<Json> => record(await create(lab, over), 'deviceterm', 201)
const read = async (lab: Lab, id: string, query = ''): Promise<Json> =>
  record(await lab.api.get(`deviceterms/${id}${query}`), 'deviceterm', 200)

const signaturesOf = async (lab: Lab, id: string): Promise<Json[]> =>
  records(await lab.api.get(`signatures?resource_id=${id}`), 'signatures')

/** A second terminal at another location, with the features of the one that takes signatures. */
async function otherTerminal(lab: Lab, over: Fields = {}): Promise<Json> {
  const location_id = over.location_id ?? (await newLocation(lab)).id
  const known = record(await lab.api.get(`terminals/${lab.merchant.terminal_id}`), 'terminal', 200)
  return made(lab.api, 'terminal', 'terminals', {
    location_id,
    terminal_manufacturer_id: known.terminal_manufacturer_id,
    terminal_application_id: known.terminal_application_id,
    sig_capture_enable: known.sig_capture_enable,
    title: 'Second counter',
    serial_number: lab.unique(),
    ...over,
  })
}

export const devicetermChecks: Check[] = [
  check(['DT-01', 'DT-18', 'ERR-07'], async lab => {
    const terminal_id = lab.merchant.terminal_id_without_signature
    for (const require_signature of [true, 1]) {
      const answer = await create(lab, { terminal_id, require_signature })
      const texts = Object.values(refused(answer)).flat().join(' ')
      that(/not signature capable/i.test(texts), `the refusal says "${texts}"`)
    }
    const idle = await otherTerminal(lab, { location_id: lab.merchant.location_id, sig_capture_enable: 0 })
    refused(await create(lab, { terminal_id: idle.id }), 'require_signature')
    const unsigned = await newTerm(lab, { terminal_id, require_signature: false })
    same(unsigned.reason_code_id, 1000, 'reason_code_id of a term without a signature')
    same((await newTerm(lab)).reason_code_id, 1000, 'reason_code_id of a term on a terminal that can sign')
  }),
  check('DT-05', async lab => {
    const elsewhere = await otherTerminal(lab)
    refused(await create(lab, { terminal_id: elsewhere.id }), 'terminal_id')
    refused(await create(lab, { location_id: lab.merchant.child_location_id }), 'terminal_id')
    refused(await create(lab, { terminal_id: lab.other.terminal_id }), 'terminal_id')
    const { location_id } = lab.merchant
    const idle = await otherTerminal(lab, { location_id, active: 0 })
    refused(await create(lab, { terminal_id: idle.id }), 'terminal_id')
    const unknown = await otherTerminal(lab, { location_id, terminal_manufacturer_id: 2 })
    refused(await create(lab, { terminal_id: unknown.id }), 'terminal_id')
    await newTerm(lab, { terminal_id: elsewhere.id, location_id: elsewhere.location_id })
  }),
  check('DT-06', async lab => {
    const { require_signature: _, ...rest } = await devicetermBody(lab)
    refused(await lab.api.post('deviceterms', { deviceterm: rest }), 'require_signature')
    for (const wrong of [null, '', 2, 'yes', {}])
      refused(await create(lab, { require_signature: wrong }), 'require_signature')
    for (const [one, two] of [
      [true, 1],
      [false, 0],
    ]) {
      const [first, second] = [
        await newTerm(lab, { require_signature: one }),
        await newTerm(lab, { require_signature: two }),
      ]
      same(first.require_signature, second.require_signature, `require_signature sent as ${one} and as ${two}`)
      same(
        first.signature === null,
        second.signature === null,
        `whether a signature is missing with ${one} and with ${two}`,
      )
    }
    const unsigned = await newTerm(lab, { require_signature: '0' })
    same([unsigned.require_signature, unsigned.signature], [0, null], 'require_signature sent as "0", and signature')
    same(await signaturesOf(lab, unsigned.id), [], 'the signatures of a term that needs none')
  }),
  check('DT-09', async lab => {
    const device_terms_api_id = lab.unique()
    const { id, reason_code_id } = await newTerm(lab, { device_terms_api_id })
    same(reason_code_id, 1000, 'reason_code_id of an accepted term')
    refused(await create(lab, { device_terms_api_id }), 'device_terms_api_id')
    const elsewhere = await otherTerminal(lab)
    await newTerm(lab, { device_terms_api_id, terminal_id: elsewhere.id, location_id: elsewhere.location_id })
    const query = `api_id=1&location_id=${lab.merchant.location_id}`
    same((await read(lab, device_terms_api_id, `?${query}`)).id, id, 'the id of the term read by its api id')
    for (let time = 0; time < 2; time += 1) await newTerm(lab, { device_terms_api_id: '' })
  }),
  check('DT-10', async lab => {
    const { reason_code_id } = await read(lab, (await newTerm(lab)).id)
    that(
      reason_code_id === null || Number.isInteger(reason_code_id),
      `reason_code_id is ${JSON.stringify(reason_code_id)}`,
    )
  }),
  check('DT-11', async lab => {
    const { id } = await newTerm(lab)
    const { signature } = await read(lab, id)
    same([signature?.resource, signature?.resource_id], ['DeviceTerm', id], 'what the signature belongs to')
    const image = Buffer.from(signature.signature, 'base64')
    same(image.subarray(1, 4).toString(), 'PNG', 'the kind of image of the signature')
    same((await newTerm(lab, { require_signature: 0 })).signature, null, 'the signature of a term that needs none')
  }),
  check('DT-14', async lab => {
    const body = { ...(await devicetermBody(lab)), device_terms_api_id: lab.unique() }
    const term = record(await lab.api.post('deviceterms', { deviceterm: body }), 'deviceterm', 201)
    for (const [name, value] of Object.entries(body)) same(term[name], value, name)
    same(term.reason_code_id, 1000, 'reason_code_id')
    same(Object.keys(term).toSorted(), MEMBERS.toSorted(), 'the members of a term')
    that(term._links.self.href.endsWith(`/v2/deviceterms/${term.id}`), `_links.self is ${term._links.self.href}`)
  }),
  check('DT-15', async lab => {
    const term = await newTerm(lab)
    same(await read(lab, term.id), term, 'the term read after the create')
    for (const caller of [lab.stranger, lab.clerk]) refusedWith(await caller.get(`deviceterms/${term.id}`), 404)
    refusedWith(await lab.api.get(`deviceterms/${UNKNOWN}`), 404)
  }),
  check('DT-16', async lab => {
    const { id } = await newTerm(lab)
    for (const path of ['deviceterms/', 'deviceterms']) {
      const answer = await lab.api.get(`${path}?id=${id}`)
      same(
        records(answer, 'deviceterms').map(each => each.id),
        [id],
        `terms of ${path}`,
      )
      same(answer.body.meta.pagination.totalCount, 1, 'totalCount')
    }
    await newTerm(lab)
    const ids = records(await lab.api.get('deviceterms'), 'deviceterms').map(each => each.id)
    same(ids, ids.toSorted().toReversed(), 'the ids of the terms, newest first')
    same(records(await lab.stranger.get(`deviceterms?id=${id}`), 'deviceterms'), [], 'terms that a stranger finds')
  }),
  check('DT-17', async lab => {
    const term = await newTerm(lab, { device_terms_api_id: lab.unique() })
    for (const name of [
      'location_id',
      'terminal_id',
      'device_terms_api_id',
      'device_term_api_id',
      'reason_code_id',
      'created_ts',
      'created_user_id',
    ]) {
      const find = async (value: string): Promise<number> =>
        records(await lab.api.get(`deviceterms/?id=${term.id}&${name}=${encodeURIComponent(value)}`), 'deviceterms')
          .length
      same(await find(String(term[name])), 1, `terms of its own ${name}`)
      if (name === 'reason_code_id') same(await find('1000,1531'), 1, 'terms of two reason codes')
      same(
        await find(name.endsWith('_ts') || name === 'reason_code_id' ? '1500' : UNKNOWN),
        0,
        `terms of another ${name}`,
      )
    }
    refused(await lab.api.get('deviceterms?signature=x'), 'signature')
  }),
  ...(
    [
      ['DECLINE', 1500],
      ['TIMEOUT', 1531],
    ] as const
  ).map(([word, reason]) =>
    partCheck('DT-19', word, async lab => {
      const device_terms_api_id = lab.unique()
      const over = { device_terms_api_id, terms_conditions: `${word} these terms`, require_signature: false }
      const first = await newTerm(lab, over)
      same(first.reason_code_id, reason, `reason_code_id of terms with the word ${word} in them`)
      const again = record(await create(lab, { device_terms_api_id }), 'deviceterm', 200)
      const { terms_conditions, require_signature } = await devicetermBody(lab)
      same(
        [again.id, again.created_ts, again.reason_code_id, again.terms_conditions, again.require_signature],
        [first.id, first.created_ts, 1000, terms_conditions, require_signature],
        'the terms that were shown again',
      )
      same(again.signature?.resource_id, first.id, 'what the signature belongs to')
      same((await signaturesOf(lab, first.id)).length, 1, 'signatures of the term')
      const found = records(await lab.api.get(`deviceterms?device_terms_api_id=${device_terms_api_id}`), 'deviceterms')
      same(found.length, 1, 'terms of the api id')
      refused(await create(lab, { device_terms_api_id }), 'device_terms_api_id')
    }),
  ),
  ...EXPANDS.map(name =>
    partCheck(name === 'signature' ? ['DT-20', 'DT-21'] : 'DT-20', name, async lab => {
      const term = await newTerm(lab)
      const found = await read(lab, term.id, `?expand=${name}`)
      that(typeof found[name] === 'object' && found[name] !== null, `${name} is ${JSON.stringify(found[name])}`)
      const [listed] = records(await lab.api.get(`deviceterms?id=${term.id}&expand=${name}`), 'deviceterms')
      // The local time of a user changes between the two answers.
      const lasting = ({ current_date_time, ...rest }: Json): Json => rest
      same(lasting(listed[name]), lasting(found[name]), `${name} in a list`)
      if (name === 'signature') return same(found.signature, term.signature, 'the signature that was asked for')
      same(found[name].id, term[`${name}_id`], `the id of the expanded ${name}`)
    }),
  ),
]
