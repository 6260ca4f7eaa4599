import { type Check, check, partCheck } from '../check.ts'
import { answered, bare, record, records, refused, refusedWith, same, that } from '../expect.ts'
import { newLocation, newTag, tagBody, UNKNOWN } from '../fixtures.ts'

export const tagChecks: Check[] = [
  check('TAG-05', async lab => {
    const body = tagBody(lab)
    const made = record(await lab.api.post('tags', { tag: body }), 'tag', 201)
    same([made.title, made.location_id], [body.title, body.location_id], 'title and location_id')
    const members = ['_links', 'created_ts', 'id', 'location_id', 'modified_ts', 'title']
    same(Object.keys(made).toSorted(), members, 'the members of a tag')
    that(made._links.self.href.endsWith(`/v2/tags/${made.id}`), `_links.self is ${made._links.self.href}`)
  }),
  check('TAG-06', async lab => {
    const { id, location_id } = await newTag(lab)
    const title = `tag ${lab.unique()}`
    same(record(await lab.api.put(`tags/${id}`, { tag: { title, location_id } }), 'tag', 200).title, title, 'title')
    same(record(await lab.api.get(`tags/${id}`), 'tag', 200).title, title, 'title read after the update')
    refusedWith(await lab.stranger.put(`tags/${id}`, { tag: { title: 'Theirs' } }), 404)
    refusedWith(await lab.api.put(`tags/${UNKNOWN}`, { tag: { title: 'None' } }), 404)
    refusedWith(await lab.clerk.get(`tags/${id}`), 404)
    const { child_location_id } = lab.merchant
    const moved = record(await lab.api.put(`tags/${id}`, { tag: { location_id: child_location_id } }), 'tag', 200)
    same(moved.location_id, child_location_id, 'location_id after a move')
    same(record(await lab.clerk.get(`tags/${id}`), 'tag', 200).title, title, 'title where the tag has moved')
    refused(await lab.api.put(`tags/${id}`, { tag: { location_id: lab.other.location_id } }), 'location_id')
    same(record(await lab.api.get(`tags/${id}`), 'tag', 200).location_id, child_location_id, 'location_id')
  }),
  check('TAG-07', async lab => {
    const made = await newTag(lab)
    same(record(await lab.api.get(`tags/${made.id}`), 'tag', 200), made, 'the tag read after the create')
    refusedWith(await lab.stranger.get(`tags/${made.id}`), 404)
    refusedWith(await lab.api.get(`tags/${UNKNOWN}`), 404)
  }),
  check('TAG-08', async lab => {
    const location_id = (await newLocation(lab)).id
    const ids = [(await newTag(lab, { location_id })).id, (await newTag(lab, { location_id })).id]
    await newTag(lab)
    const found = records(await lab.api.get(`tags?location_id=${location_id}`), 'tags')
    same(found.map(each => each.id).toSorted(), ids.toSorted(), 'the tags of one location')
    same(
      records(await lab.api.get(`tags?location_id=${location_id}&page_size=1&page=2`), 'tags').length,
      1,
      'tags on the second page of one',
    )
    same(records(await lab.stranger.get(`tags?location_id=${location_id}`), 'tags'), [], 'tags a stranger sees there')
  }),
  check(['TAG-09', 'ERR-01'], async lab => {
    const byPath = await newTag(lab)
    const byQuery = await newTag(lab)
    const byBody = await newTag(lab)
    bare(await lab.api.delete(`tags/${byPath.id}`))
    bare(await lab.api.delete(`tags?id=${byQuery.id}`))
    bare(await lab.api.delete('tags', { tag: { id: byBody.id } }))
    for (const { id } of [byPath, byQuery, byBody]) answered(await lab.api.get(`tags/${id}`), 404)
  }),
  check(['TAG-10', 'ERR-03'], async lab => {
    const { id } = await newTag(lab)
    refusedWith(await lab.api.delete(`tags/${UNKNOWN}`), 404)
    refusedWith(await lab.api.delete(`tags?id=${UNKNOWN}`), 404)
    refusedWith(await lab.api.delete('tags', { tag: { id: UNKNOWN } }), 404)
    refusedWith(await lab.api.delete('tags?id=%00'), 404)
    refusedWith(await lab.api.delete('tags'), 404)
    refusedWith(await lab.api.delete('tags', {}), 404)
    refusedWith(await lab.stranger.delete(`tags/${id}`), 404)
    refusedWith(await lab.stranger.delete(`tags?id=${id}`), 404)
    answered(await lab.api.get(`tags/${id}`), 200)
  }),
  check('TAG-11', async lab => {
    const { id } = await newTag(lab)
    const found = record(await lab.api.get(`tags/${id}?expand=created_user`), 'tag', 200)
    same(found.created_user?.id, lab.merchant.user.user_id, 'the id of the expanded created_user')
  }),
  partCheck('TAG-04', 'times', async lab => {
    const made = await newTag(lab)
    for (const name of ['created_ts', 'modified_ts'])
      that(/^\d{10}$/.test(String(made[name])), `${name} is ${made[name]}`)
  }),
]
