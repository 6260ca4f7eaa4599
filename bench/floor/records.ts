import Fastify from 'fastify'
import pg from 'pg'

// The floor: what any Node server on PostgreSQL has to do. No authentication, validation, events or scope.
const [url, columns] = [process.argv[2]!, JSON.parse(process.argv[3]!) as string[]]
const pool = new pg.Pool({ connectionString: url, max: 10, idleTimeoutMillis: 0 })
const app = Fastify()
const names = columns.map(name => `"${name}"`).join(', ')
const insert = `insert into quickinvoice (${names}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`

app.post('/v2/quickinvoices', async (request, reply) => {
  const record = request.body as Record<string, unknown>
  await pool.query({ name: 'create', text: insert, values: columns.map(name => record[name]) })
  return reply.code(201).send({ quickinvoice: record })
})

app.get('/v2/quickinvoices/:id', async request => {
  const { id } = request.params as { id: string }
  const { rows } = await pool.query({
    name: 'read',
    text: 'select * from quickinvoice where id = $1 and deleted_ts is null',
    values: [id],
  })
  return { quickinvoice: rows[0] }
})

app.get('/v2/quickinvoices', async request => {
  const query = request.query as Record<string, string>
  const [page, size] = [Number(query.page ?? 1), Number(query.page_size ?? 20)]
  const status = query.status_id === undefined ? [] : [query.status_id]
  const where = `location_id = $1 and deleted_ts is null${status.length > 0 ? ' and status_id = $4' : ''}`
  const descending = !query.sort || query.sort.startsWith('-')
  const by = query.sort
    ? `"${query.sort.replace('-', '')}" ${descending ? 'desc nulls last' : 'asc nulls first'}, `
    : ''
  const order = `${by}id ${descending ? 'desc' : 'asc'}`
  const list = `select *, (select count(*) from quickinvoice where ${where}) as total from quickinvoice where ${where} order by ${order} limit $2 offset $3`
  const values = [query.location_id, size, (page - 1) * size, ...status]
  const { rows } = await pool.query({ name: `list ${order} ${status.length}`, text: list, values })
  const total = Number(rows[0]?.total ?? 0)
  const pagination = { totalCount: total, pageCount: Math.ceil(total / size), currentPage: page, perPage: size }
  return { quickinvoices: rows, meta: { pagination } }
})

await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`floor ready at http://127.0.0.1:${(app.server.address() as { port: number }).port}\n`)
process.on('SIGTERM', () => process.exit(0))
