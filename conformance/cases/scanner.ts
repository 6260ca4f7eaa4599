import { type Check, check, partCheck } from '../check.ts'
import { answered, bare, record, records, refused, refusedWith, same, that } from '../expect.ts'
import { newSale, newScanner, scannerBody, UNKNOWN } from '../fixtures.ts'

const MEMBERS = [
  ...['id', 'title', 'serial_number', 'scanner_model_id', 'location_id', 'active'],
  ...['created_ts', 'modified_ts', 'created_user_id', 'modified_user_id', '_links'],
]
const EXPANDS = ['scanner_model', 'location', 'created_user', 'scanner_manufacturer']

export const scannerChecks: Check[] = [
  check('SCN-01', async lab => same((await newScanner(lab)).id.length, 24, 'the length of an id')),
  check('SCN-04', async lab => {
    const models = records(await lab.api.get('scannermodels'), 'scannermodels')
    that(models.length > 0, 'there are no scanner models')
    for (const { id } of models)
      same((await newScanner(lab, { scanner_model_id: id })).scanner_model_id, id, 'scanner_model_id')
    const body = await scannerBody(lab)
    for (const wrong of [4_242_424, 12_345_678_901, 'one', {}, null, undefined]) {
      refused(await lab.api.post('scanners', { scanner: { ...body, scanner_model_id: wrong } }), 'scanner_model_id')
    }
    const { id, scanner_model_id } = await newScanner(lab, { scanner_model_id: String(models[0].id) })
    same(scanner_model_id, models[0].id, 'scanner_model_id sent as text')
    refused(await lab.api.put(`scanners/${id}`, { scanner: { scanner_model_id: 4_242_424 } }), 'scanner_model_id')
  }),
  check('SCN-06', async lab => {
    const { id, active } = await newScanner(lab)
    same(active, 1, 'active of a new scanner')
    const changed = record(await lab.api.put(`scanners/${id}`, { scanner: { active: false } }), 'scanner', 200)
    same(changed.active, 0, 'active after it was sent as false')
  }),
  partCheck('SCN-07', 'the time of the write', async lab => {
    const { created_ts, modified_ts } = await newScanner(lab, { created_ts: 1_111_111_111, modified_ts: 1_111_111_111 })
    that(Math.abs(created_ts - (await lab.seconds())) < 60, `created_ts is ${created_ts}`)
    same(modified_ts, created_ts, 'modified_ts of a new scanner')
  }),
  check('SCN-08', async lab => {
    const { user, clerk, child_location_id } = lab.merchant
    const { id, ...made } = await newScanner(lab, { location_id: child_location_id })
    same([made.created_user_id, made.modified_user_id], [user.user_id, user.user_id], 'the acting users')
    const changed = record(
      await lab.clerk.put(`scanners/${id}`, { scanner: { title: 'By the clerk' } }),
      'scanner',
      200,
    )
    same(
      [changed.created_user_id, changed.modified_user_id],
      [user.user_id, clerk.user_id],
      'the acting users after an update',
    )
  }),
  check(['SCN-09', 'SCN-10'], async lab => {
    const body = await scannerBody(lab)
    const made = record(await lab.api.post('scanners', { scanner: body }), 'scanner', 201)
    for (const [name, value] of Object.entries(body)) same(made[name], value, name)
    same(Object.keys(made).toSorted(), MEMBERS.toSorted(), 'the members of a scanner')
    const errors = refused(await lab.api.post('scanners', { scanner: {} }))
    same(Object.keys(errors).toSorted(), Object.keys(body).toSorted(), 'fields reported as missing')
  }),
  check('SCN-11', async lab => {
    const { id } = await newScanner(lab)
    same(
      record(await lab.api.put(`scanners/${id}`, { scanner: { title: 'Other' } }), 'scanner', 200).title,
      'Other',
      'title',
    )
    refusedWith(await lab.stranger.put(`scanners/${id}`, { scanner: { title: 'Theirs' } }), 404)
  }),
  check('SCN-12', async lab => {
    const made = await newScanner(lab)
    same(record(await lab.api.get(`scanners/${made.id}`), 'scanner', 200), made, 'the scanner read after the create')
    refusedWith(await lab.stranger.get(`scanners/${made.id}`), 404)
  }),
  check('SCN-13', async lab => {
    const made = await newScanner(lab, { title: `t ${lab.unique()}` })
    for (const name of ['title', 'serial_number']) {
      const found = records(await lab.api.get(`scanners?${name}=${encodeURIComponent(made[name])}`), 'scanners')
      same(
        found.map(each => each.id),
        [made.id],
        `scanners of one ${name}`,
      )
    }
    const all = records(
      await lab.api.get(`scanners?scanner_model_id=${made.scanner_model_id}&page_size=5000`),
      'scanners',
    )
    that(
      all.some(({ id }) => id === made.id),
      'the scanner is not among those of its model',
    )
    same(
      [...new Set(all.map(each => each.scanner_model_id))],
      [made.scanner_model_id],
      'the models of scanners of one model',
    )
  }),
  check(['SCN-14', 'ERR-01'], async lab => {
    const { id } = await newScanner(lab)
    refusedWith(await lab.stranger.delete(`scanners/${id}`), 404)
    bare(await lab.api.delete(`scanners/${id}`))
    answered(await lab.api.get(`scanners/${id}`), 404)
    refusedWith(await lab.api.delete(`scanners/${id}`), 404)
    refusedWith(await lab.api.delete(`scanners/${UNKNOWN}`), 404)
  }),
  check(['SCN-15', 'ERR-04'], async lab => {
    const { id, serial_number } = await newScanner(lab)
    await newSale(lab, '2.22', { terminal_serial_number: serial_number })
    const answer = answered(await lab.api.delete(`scanners/${id}`), 409)
    refusedWith(answer, 409)
    that(typeof answer.body?.errors === 'object', 'a 409 without errors by field')
    answered(await lab.api.get(`scanners/${id}`), 200)
  }),
  ...EXPANDS.map(name =>
    partCheck(name === 'scanner_manufacturer' ? ['SCN-16', 'SCN-17'] : 'SCN-16', name, async lab => {
      const { id } = await newScanner(lab)
      const found = record(await lab.api.get(`scanners/${id}?expand=${name}`), 'scanner', 200)
      that(typeof found[name] === 'object' && found[name] !== null, `${name} is ${JSON.stringify(found[name])}`)
      const ids: Record<string, string> = {
        location: lab.merchant.location_id,
        created_user: lab.merchant.user.user_id,
      }
      same(found[name].id, ids[name] ?? found[name].id, `the id of ${name}`)
      same('scanner_manufacturer_id' in found, false, 'whether scanner_manufacturer_id is shown')
    }),
  ),
]
