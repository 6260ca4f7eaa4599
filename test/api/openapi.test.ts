import assert from 'node:assert/strict'
import test from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import fastify from 'fastify'
import { misfits } from '../../conformance/fits-schema.ts'
import type { Fields } from '../../src/definition/resource.ts'
import { parseChange, parseDraft } from '../../src/engine/parse.ts'
import { registerApi } from '../../src/http/api.ts'
import { type OpenapiDocument, openapi, registerOpenapi } from '../../src/http/openapi/openapi.ts'
import { addressOf, routesOf } from '../../src/http/openapi/routes.ts'
import { unauthorized } from '../../src/lib/problem.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import type { Json } from '../support/app.ts'
import { crate, madeUpRegistry } from '../support/made-up.ts'

const OPTIONS = { public_url: 'http://127.0.0.1:8080', version: '1.2.3' }
const REGISTRIES = { 'the product': bareRegistry(), 'a made-up product': madeUpRegistry() }

// biome-ignore lint/suspicious/noExplicitAny: the document is looked at field by field.
const documentOf = (registry = madeUpRegistry()): any => openapi(registry, OPTIONS)

for (const [what, registry] of Object.entries(REGISTRIES)) {
  test(`the description of ${what} is valid OpenAPI 3.1`, async () => {
    const result = await new Validator().validate(structuredClone(openapi(registry, OPTIONS)) as never)
    assert.deepEqual(result, { valid: true })
  })

  test(`every reference in the description of ${what} leads somewhere`, () => {
    const document = openapi(registry, OPTIONS)
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    assert.ok(references.length > 10)
    const lost = references.filter(([, group = '', name = '']) => document.components[group]?.[name] === undefined)
    assert.deepEqual(
      lost.map(([text]) => text),
      [],
    )
  })

  test(`every operation of ${what} has a name of its own`, () => {
    const names = operations(openapi(registry, OPTIONS)).map(({ operation }) => operation.operationId as string)
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    )
    assert.deepEqual(
      names.filter(name => !/^[a-z]\w+$/i.test(name)),
      [],
    )
  })

  test(`every example of ${what} is read without a complaint by the fields it is for`, () => {
    const paths = openapi(registry, OPTIONS).paths
    for (const { resource, commands } of registry.nouns) {
      for (const [method, path, parse] of [
        ['post', `/v2/${resource.plural}`, parseDraft],
        ['put', `/v2/${resource.plural}/{id}`, (fields: Fields, sent: object) => parseChange(fields, { ...sent }, {})],
      ] as const) {
        const operation = paths[path]?.[method]
        if (!operation || commands.some(command => command.method === method.toUpperCase() && command.path === ''))
          continue
        const { problems, ignored } = parse(resource.fields, exampleOf(operation)[resource.name] ?? {})
        assert.deepEqual({ problems, ignored }, { problems: {}, ignored: [] }, `${method} ${path}`)
      }
    }
  })

  test(`GEN-02 VER-01 the server of ${what} offers exactly what its description lists, below /v2`, async () => {
    const server = fastify()
    registerApi(server, { engine: { registry }, identify: () => Promise.reject(unauthorized()) } as never)
    const offered: string[] = []
    const listed = routesOf(registry.nouns)
    for (const path of new Set(listed.map(route => route.path))) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const) {
        const answer = await server.inject({ method, url: path.replace('{id}', 'x') })
        if (answer.statusCode !== 405) offered.push(`${method} ${path}`)
      }
    }
    assert.deepEqual(offered.toSorted(), listed.map(addressOf).toSorted())
    assert.ok(offered.every(address => address.includes(' /v2/')))
  })
}

test('every property of the product says what it is and of which type', () => {
  const { schemas } = openapi(bareRegistry(), OPTIONS).components
  const faults: string[] = []
  const visit = (schema: Json, at: string): void => {
    for (const [name, each] of Object.entries<Json>(schema.properties ?? {})) {
      if (each.$ref) continue
      if (!each.description) faults.push(`${at}.${name} is not described`)
      if (each.type === undefined && !each.anyOf) faults.push(`${at}.${name} has no type`)
      if ([each.type].flat().includes('array') && !each.items) faults.push(`${at}.${name} has no items`)
      // Generated types take such a field for one that has to be sent.
      if (each.default !== undefined) faults.push(`${at}.${name} has a default`)
      visit(each, `${at}.${name}`)
    }
    for (const each of schema.anyOf ?? []) visit(each, at)
    if (schema.items) visit(schema.items, `${at}[]`)
  }
  for (const [name, schema] of Object.entries(schemas!)) visit(schema, name)
  assert.deepEqual(faults, [])
})

test('every example of the product fits the schema that it is for', () => {
  const { paths, components } = openapi(bareRegistry(), OPTIONS)
  const schemas = components.schemas as Record<string, Json>
  const records = Object.entries(schemas).flatMap(([name, schema]) =>
    ((schema.examples ?? []) as unknown[]).flatMap(example => misfits(example, schema, schemas, name)),
  )
  const bodies = operations({ paths } as OpenapiDocument).flatMap(({ path, operation }) => {
    const content = (operation.requestBody as Json)?.content?.['application/json']
    return content?.example ? misfits(content.example, content.schema, schemas, path) : []
  })
  assert.deepEqual([...records, ...bodies], [])
})

test('every operation of the product has a summary, a description and a tag that is described', () => {
  const document = openapi(bareRegistry(), OPTIONS)
  const tags = new Map(document.tags.map(({ name, description }) => [name, description]))
  const odd = operations(document).filter(
    ({ operation: { summary, description, tags: [tag] = [] } }: Json) => !summary || !description || !tags.get(tag),
  )
  assert.deepEqual(
    odd.map(each => each.path),
    [],
  )
  assert.deepEqual(
    bareRegistry().nouns.flatMap(({ resource }) => (resource.about ? [] : [resource.name])),
    [],
  )
})

test('a create asks for the wrapper and the required fields and takes no system field', () => {
  const document = documentOf()
  const schema = document.paths['/v2/crates'].post.requestBody.content['application/json'].schema
  assert.deepEqual(schema, {
    type: 'object',
    required: ['crate'],
    properties: { crate: { $ref: '#/components/schemas/CrateCreate' } },
  })
  const { required, properties } = document.components.schemas.CrateCreate
  assert.deepEqual(required, ['shelf_id', 'title', 'contents'])
  assert.deepEqual(
    Object.keys(properties),
    Object.keys(crate.fields).filter(name => !['id', 'checked', 'weight', 'seal', 'created_ts'].includes(name)),
  )
})

test('a change asks for nothing and takes what may change', () => {
  const schema = documentOf().components.schemas.CrateUpdate
  assert.equal(schema.required, undefined)
  assert.equal('shelf_id' in schema.properties, false)
  assert.equal('size' in schema.properties, false)
  assert.equal('checked' in schema.properties, true)
})

test('fields without a guaranteed value may be null, all others may not', () => {
  const { properties } = documentOf().components.schemas.Crate
  assert.deepEqual(properties.price.type, ['string', 'null'])
  assert.deepEqual(properties.size.enum, ['small', 'large', null])
  assert.equal(properties.count.type, 'integer')
  assert.equal(properties.title.type, 'string')
  assert.deepEqual(properties.extras.type, ['object', 'array', 'null'])
})

test('an answer lists its fields in order and never what is hidden', () => {
  const { required, properties } = documentOf().components.schemas.Crate
  const hidden = ['seal']
  const shown = Object.keys(crate.fields).filter(name => !hidden.includes(name))
  assert.deepEqual(required, [...shown, 'amount', 'address', '_links'])
  assert.deepEqual(Object.keys(properties), [...required, 'shelf', 'neighbours', 'link'])
  assert.equal(JSON.stringify(documentOf()).includes('"seal"'), false)
})

test('limits and meanings of a field are told', () => {
  const { properties } = documentOf().components.schemas.Crate
  assert.deepEqual([properties.title.minLength, properties.title.maxLength], [1, 64])
  assert.equal(properties.size.description, 'small one hand, large two hands.')
  assert.equal(properties.crate_api_id.description, "The caller's own id.")
})

test('flags may be sent as 1, 0, true and false, amounts as text and as numbers', () => {
  const { fragile, price, count } = documentOf().components.schemas.CrateCreate.properties
  assert.deepEqual(fragile.enum, [0, 1, false, true, '0', '1', null])
  assert.equal(fragile.description, '0 when left out.')
  assert.deepEqual(price.type, ['string', 'number', 'null'])
  assert.deepEqual(count.type, ['integer', 'string', 'null'])
})

test('only a noun that takes files is described as a multipart form', () => {
  const document = documentOf()
  const { content } = document.paths['/v2/crates'].post.requestBody
  const form = content['multipart/form-data'].schema
  assert.deepEqual(form.required, ['crate[shelf_id]', 'crate[title]', 'crate[contents]'])
  assert.equal(form.properties['crate[pictures][0]'].contentMediaType, 'application/octet-stream')
  const said = ['contents', 'extras', 'marks][0'].map(name => form.properties[`crate[${name}]`].description)
  assert.match(said.join('\n'), /^.*string of JSON.*\n.*string of JSON.*\n.*The first .*`crate\[marks\]\[1\]`/)
  const shut = document.paths['/v2/crates/{id}/nailShut'].post.requestBody.content
  assert.deepEqual(Object.keys(shut), ['application/json'])
})

test('GEN-22 GEN-41 GEN-42 every shown column is a filter, with the words it takes', () => {
  const parameters = documentOf().paths['/v2/crates'].get.parameters as { name?: string; description?: string }[]
  const says = (name: string) => parameters.find(each => each.name === name)?.description ?? ''
  const { derived, fields } = crate
  const shown = [...Object.keys(fields), ...Object.keys(derived)].filter(name => !['seal', 'address'].includes(name))
  for (const name of shown) assert.match(says(name), /^Filter: /, name)
  for (const name of ['seal', 'address']) assert.equal(says(name), '', name)

  assert.match(says('created_ts'), /`last 90 days`.*`custom` with `created_ts_from` and `created_ts_to`/)
  assert.equal(says('created_ts_from'), 'With `created_ts=custom`.')
  assert.equal(says('title'), 'Filter: a value; several as `a,b`.')
  assert.equal(says('words'), 'Filter: text inside the value.')
  assert.equal(says('count'), 'Filter: a value; several as `a,b`; a range as `a|b`.')
  assert.equal(says('price'), 'Filter: a value; several as `a,b`; a range as `a|b`.')
  assert.match(says('packed'), /a range as `a\|b`; `today`/)
  assert.equal(says('fragile'), 'Filter: a value.')
  assert.equal(says('marks'), 'Filter: text inside the value.')
  assert.equal(says('modified_user_id'), 'Filter: a value; several as `a,b`.')
})

test('GEN-23 a list takes expand, sort, page, page_size and _format', () => {
  const document = documentOf()
  const parameters = document.paths['/v2/crates'].get.parameters
  const named = (name: string) => parameters.find((each: { name?: string }) => each.name === name)
  assert.deepEqual(named('expand').schema.items.enum, ['shelf', 'neighbours', 'link'])
  assert.equal(named('expand').explode, false)
  assert.ok(named('sort').schema.items.enum.includes('-created_ts'))
  const shared = parameters.flatMap((each: { $ref?: string }) => each.$ref?.split('/').at(-1) ?? [])
  assert.deepEqual(shared, ['page', 'page_size', '_format'])
  assert.equal(document.components.parameters.page_size.schema.default, 20)
  assert.match(document.components.parameters.page_size.description, /5000/)
})

test('GEN-43 GEN-44 GEN-45 GEN-46 every operation needs a developer id and a user, each in one of its forms', () => {
  const { security, components } = documentOf()
  assert.equal(security.length, 12)
  for (const way of security) {
    const names = Object.keys(way)
    assert.equal(names.filter(name => name.startsWith('developer_id_')).length, 1)
    assert.ok(names.length > 1)
    assert.ok(names.every(name => components.securitySchemes[name]))
  }
  const named = Object.values(components.securitySchemes) as { name?: string }[]
  assert.ok(named.every(scheme => scheme.name === undefined || /^[a-z]+(-[a-z]+)*$/.test(scheme.name)))
  const open = operations(openapi(madeUpRegistry(), OPTIONS)).filter(
    ({ operation }) => operation.security !== undefined,
  )
  assert.deepEqual(
    open.map(each => each.path),
    [
      ...['/v2/token', '/v2/contactsso', '/v2/contactsso', '/v2/version', '/v2/token/{token}'],
      ...['/v2/payform', '/v2/payform', '/v2/accountform', '/v2/accountform', '/charge'],
      ...['/v2/cardtickets', '/v2/cardtickets', '/assets/tickets-1.js'],
      ...['/o/authorize', '/o/authorize', '/o/authrize', '/o/authrize', '/o/token', '/o/revoke'],
      ...['/.well-known/oauth-authorization-server', '/healthz', '/readyz'],
    ],
  )
})

test('AUTH-HMAC-06 signatures are described where they are taken, and only there', () => {
  const { paths, components } = documentOf(bareRegistry())
  const signed = Object.entries<Record<string, { security?: object[] }>>(paths).filter(([, methods]) =>
    Object.values(methods).some(({ security }) => JSON.stringify(security ?? []).includes('hash_key')),
  )
  const places = new Set(signed.map(([path]) => path.split('/')[2]))
  assert.deepEqual([...places].toSorted(), [
    'accountform',
    'accountvaults',
    'payform',
    'routeraccountvaults',
    'salestax',
    'transactions',
  ])
  for (const name of ['hash_key_header', 'timestamp_header'])
    assert.equal(components.securitySchemes[name].in, 'header')
})

test('writes name the idempotency key and what their answers tell in headers; deletions answer nothing', () => {
  const { paths } = documentOf()
  for (const operation of [
    paths['/v2/crates'].post,
    paths['/v2/crates/{id}'].put,
    paths['/v2/crates/{id}/label'].post,
  ]) {
    assert.ok(
      operation.parameters.some((each: { $ref?: string }) => each.$ref === '#/components/parameters/idempotency_key'),
    )
    const [answer] = Object.values(operation.responses) as [{ headers: object }]
    assert.deepEqual(Object.keys(answer.headers), ['tollgate-ignored-fields', 'tollgate-hints', 'idempotency-hit'])
  }
  assert.deepEqual(paths['/v2/crates/{id}'].delete.responses[204], { description: 'Deleted.' })
})

test('a command is described with its own fields, query and words', () => {
  const { post } = documentOf().paths['/v2/crates/{id}/nailShut']
  assert.equal(post.summary, 'Nail shut crate')
  assert.equal(post.description, 'Nails the crate shut.')
  assert.equal(post.operationId, 'nailShutCrate')
  assert.deepEqual(documentOf().components.schemas.NailShutCrateInput.required, ['nails'])
  assert.ok(post.parameters.some((each: { name?: string }) => each.name === 'loudly'))
  assert.equal(documentOf().paths['/v2/crates/weigh'].get.requestBody, undefined)
})

test('a command says what it answers: nothing, its own shape, or the record of another noun', () => {
  const { paths, components } = documentOf()
  const answers = (path: string, method: string, status: number) => {
    const { schema } = paths[path][method].responses[status].content['application/json']
    return components.schemas[schema.$ref?.split('/').at(-1)] ?? schema
  }
  assert.deepEqual(Object.keys(paths['/v2/crates/{id}/nailShut'].post.responses).slice(0, 1), ['204'])
  assert.equal(paths['/v2/crates/{id}/nailShut'].post.responses[200], undefined)
  assert.deepEqual(answers('/v2/crates/weigh', 'get', 200).required, ['weight'])
  assert.deepEqual(answers('/v2/crates/{id}/label', 'post', 201).properties.shelf, {
    $ref: '#/components/schemas/Shelf',
  })
})

test('RT-39 who would not wait for a terminal is told what is answered meanwhile', () => {
  const { responses, parameters } = openapi(bareRegistry(), OPTIONS).paths['/v2/routertransactions']!.post as Json
  assert.deepEqual(
    ['201', '202'].map(status => Object.keys(responses[status].content['application/json'].schema.properties)),
    [['transaction'], ['terminalrun']],
  )
  assert.ok(parameters.some((each: Json) => each.$ref === '#/components/parameters/prefer'))
})

test('a command names the refusals that not every endpoint has', () => {
  const { paths } = documentOf()
  const statuses = Object.keys(paths['/v2/crates/weigh'].get.responses)
  assert.deepEqual(
    statuses.filter(status => ['404', '503'].includes(status)),
    ['404', '503'],
  )
  const tags = openapi(bareRegistry(), OPTIONS).paths['/v2/tags']!.delete as { responses: object }
  assert.ok('404' in tags.responses && '204' in tags.responses)
})

test('only what its viewer may keep is described to answer 304; a download is sent each time', () => {
  const kept = operations(openapi(bareRegistry(), OPTIONS)).filter(
    ({ operation }) => 304 in (operation.responses as object),
  )
  assert.equal(kept.map(({ operation }) => operation.operationId).join(), 'getPaylinkQrcode')
})

test('a command that takes a file is described as a multipart form and as nothing else', () => {
  const { content, required } = documentOf().paths['/v2/crates/{id}/label'].post.requestBody
  assert.equal(required, true)
  assert.deepEqual(Object.keys(content), ['multipart/form-data'])
  assert.deepEqual(content['multipart/form-data'].schema.required, ['label[file]'])
})

test('QI-59 the files of invoices and contacts are described as parts of multipart forms', () => {
  const { paths } = openapi(bareRegistry(), OPTIONS)
  const part = (path: string, name: string) => {
    const { requestBody } = paths[path]!.post as Record<string, Json>
    return requestBody.content['multipart/form-data'].schema.properties[name]?.contentMediaType
  }
  assert.equal(part('/v2/quickinvoices', 'quickinvoice[files][0]'), 'application/octet-stream')
  assert.equal(part('/v2/quickinvoices/{id}/files', 'file[file]'), 'application/octet-stream')
  assert.equal(part('/v2/contacts/{id}/files', 'file[file]'), 'application/octet-stream')
})

test("the caller's own id can stand in a path where the noun has one", () => {
  const { paths } = documentOf()
  const refs = (path: string) =>
    paths[path].get.parameters.flatMap((each: { $ref?: string }) => each.$ref?.split('/').at(-1) ?? [])
  assert.deepEqual(refs('/v2/crates/{id}'), ['api_id', 'location_id'])
  assert.deepEqual(refs('/v2/shelves/{id}'), [])
})

test('the document is served with the address the service has at that moment', async () => {
  const server = fastify()
  let url = 'http://127.0.0.1:1'
  registerOpenapi(server, { registry: madeUpRegistry(), version: '1.2.3', publicUrl: () => url })
  const first = await server.inject('/openapi.json')
  assert.equal(first.headers['content-type'], 'application/json; charset=utf-8')
  assert.deepEqual(first.json().servers[0].url, url)
  url = 'https://pay.example'
  const second = (await server.inject('/openapi.json')).json()
  assert.deepEqual(second.servers[0].url, url)
  assert.equal(second.info.version, '1.2.3')
})

interface Operation {
  path: string
  operation: Record<string, unknown>
}

function operations(document: OpenapiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map(operation => ({ path, operation })),
  )
}

function exampleOf(operation: Record<string, unknown>): Record<string, Record<string, unknown>> {
  const { requestBody } = operation as {
    requestBody: { content: Record<string, { example: Record<string, Record<string, unknown>> }> }
  }
  return requestBody.content['application/json']!.example
}
