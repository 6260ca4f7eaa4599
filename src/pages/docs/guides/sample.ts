/** Requests of the guides as code in the languages that integrators write. Never: a request that no test has made. */

/** A request as a guide has it. `{{NAME}}` stands for a value that the reader has, in the path and in strings. */
export interface SampleRequest {
  method: string
  path: string
  body: unknown
  /** A file to send in a multipart form instead of a body: the name of its part, and of the file. In curl only. */
  file?: { part: string; name: string } | undefined
  /** Headers beside the credentials and the content type. */
  headers: Readonly<Record<string, string>>
  /** False where no credentials are sent. */
  has_credentials: boolean
  /** Names of values that the answer brings, by their path in it: `contact.id`. */
  keeps: Readonly<Record<string, string>>
  /** The status of the answer. */
  status: number
}

interface Language {
  name: string
  label: string
  code(request: SampleRequest): string
}

/** Header, and the variable that holds its value. */
const CREDENTIALS = { 'developer-id': 'DEVELOPER_ID', 'user-id': 'USER_ID', 'user-api-key': 'USER_API_KEY' } as const

/** A text cut at its variables: even parts are literal, odd ones names. */
function parts(text: string): string[] {
  return text.split(/\{\{([A-Z_]+)\}\}/)
}

/** How a language writes the values of JSON. */
interface Notation {
  text(value: string): string
  name(key: string): string
  nothing: string
  yes?: string
  no?: string
  open: string
  close: string
  openList?: string
  closeList?: string
  /** Of several lines, the last may have a comma. */
  trailing?: boolean
}

function literal(value: unknown, notation: Notation, indent = ''): string {
  if (typeof value === 'string') return notation.text(value)
  if (value === null) return notation.nothing
  if (value === true) return notation.yes ?? 'true'
  if (value === false) return notation.no ?? 'false'
  if (typeof value !== 'object') return String(value)
  const inner = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map(each => literal(each, notation, inner))
    : Object.entries(value).map(([key, each]) => `${notation.name(key)}${literal(each, notation, inner)}`)
  const [open, close] = Array.isArray(value)
    ? [notation.openList ?? '[', notation.closeList ?? ']']
    : [notation.open, notation.close]
  if (lines.length === 0) return `${open}${close}`
  return `${open}\n${lines.map(line => `${inner}${line}`).join(',\n')}${notation.trailing ? ',' : ''}\n${indent}${close}`
}

/** Joins the literal parts and the variables of a text, each written as the language does. */
function joined(
  text: string,
  quote: (literal: string) => string,
  variable: (name: string) => string,
  plus: string,
): string {
  const written = parts(text).map((part, index) => (index % 2 === 1 ? variable(part) : part === '' ? '' : quote(part)))
  return written.filter(each => each !== '').join(plus) || quote('')
}

const json = (text: string): string => JSON.stringify(text)

function allHeaders(request: SampleRequest): [name: string, value: string][] {
  const own = request.has_credentials ? Object.entries(CREDENTIALS).map(([name, from]) => [name, `{{${from}}}`]) : []
  const type = request.body === undefined ? [] : [['content-type', 'application/json']]
  return [...own, ...type, ...Object.entries(request.headers)] as [string, string][]
}

/** Returns a command to paste into a shell, where the variables are set. */
export function curl(request: SampleRequest): string {
  const { method, path, body, file } = request
  const shell = (text: string) =>
    parts(text)
      .map((part, index) => (index % 2 === 1 ? `$${part}` : part))
      .join('')
  const verb = method === 'GET' || (method === 'POST' && (body ?? file) !== undefined) ? '' : `-X ${method} `
  const lines = [`curl ${verb}"$BASE_URL${shell(path)}"`]
  lines.push(...allHeaders(request).map(([name, value]) => `  -H "${name}: ${shell(value)}"`))
  if (body !== undefined) {
    const inShell = (text: string) => text.replaceAll("'", `'\\''`).replaceAll(/\{\{([A-Z_]+)\}\}/g, `'"$$$1"'`)
    lines.push(`  -d '${inShell(JSON.stringify(body, null, 2))}'`)
  }
  if (file) lines.push(`  -F '${file.part}=@${file.name}'`)
  return lines.join(' \\\n')
}

function typescript(request: SampleRequest): string {
  const env = (name: string) => `\${process.env.${name}}`
  const text = (value: string) =>
    value.includes('{{')
      ? `\`${parts(value)
          .map((part, index) => (index % 2 === 1 ? env(part) : part.replaceAll(/[`\\$]/g, '\\$&')))
          .join('')}\``
      : `'${value.replaceAll(/['\\]/g, '\\$&')}'`
  const name = (key: string) => `${/^[a-z_]\w*$/i.test(key) ? key : `'${key}'`}: `
  const notation = { text, name, nothing: 'null', open: '{', close: '}', trailing: true }
  const { method, path, body } = request
  const headers = Object.fromEntries(allHeaders(request))
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(Object.keys(headers).length > 0 ? [`  headers: ${literal(headers, notation, '  ')},`] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, notation, '  ')}),`]),
  ]
  return `const answer = await fetch(${text(`{{BASE_URL}}${path}`)}, {\n${options.join('\n')}\n})\nconsole.log(answer.status, await answer.text())`
}

function python(request: SampleRequest): string {
  const variable = (name: string) => `os.environ["${name}"]`
  const text = (value: string) => joined(value, json, variable, ' + ')
  const notation = { text, name: (key: string) => `${json(key)}: `, nothing: 'None', yes: 'True', no: 'False' }
  const python = { ...notation, open: '{', close: '}', trailing: true }
  const { method, path, body } = request
  const lines = ['import json, os, urllib.error, urllib.request', '']
  if (body !== undefined) lines.push(`body = ${literal(body, python)}`)
  lines.push(
    'request = urllib.request.Request(',
    `  ${text(`{{BASE_URL}}${path}`)},`,
    `  method=${json(method)},`,
    ...(body === undefined ? [] : ['  data=json.dumps(body).encode(),']),
    `  headers=${literal(Object.fromEntries(allHeaders(request)), python, '  ')},`,
    ')',
    'try:',
    '  answer = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as refused:',
    '  answer = refused',
    'print(answer.status, answer.read().decode())',
  )
  return lines.join('\n')
}

function php(request: SampleRequest): string {
  const variable = (name: string) => `getenv('${name}')`
  const quote = (value: string) => `'${value.replaceAll(/['\\]/g, '\\$&')}'`
  const text = (value: string) => joined(value, quote, variable, ' . ')
  const notation = { text, name: (key: string) => `${quote(key)} => `, nothing: 'null', open: '[', close: ']' }
  const { method, path, body } = request
  const headers = allHeaders(request).map(([name, value]) => text(`${name}: ${value}`))
  const lines = [
    `$request = curl_init(${text(`{{BASE_URL}}${path}`)});`,
    'curl_setopt_array($request, [',
    `  CURLOPT_CUSTOMREQUEST => '${method}',`,
    '  CURLOPT_RETURNTRANSFER => true,',
    `  CURLOPT_HTTPHEADER => [\n${headers.map(each => `    ${each},`).join('\n')}\n  ],`,
    ...(body === undefined
      ? []
      : [`  CURLOPT_POSTFIELDS => json_encode(${literal(body, { ...notation, trailing: true }, '  ')}),`]),
    ']);',
    '$answer = curl_exec($request);',
    'echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), " ", $answer;',
  ]
  return lines.join('\n')
}

function ruby(request: SampleRequest): string {
  const text = (value: string) =>
    json(value)
      .replaceAll('#{', '\\#{')
      .replaceAll(/\{\{([A-Z_]+)\}\}/g, (_, name) => `#{ENV['${name}']}`)
  const notation = {
    text,
    name: (key: string) => `${json(key)} => `,
    nothing: 'nil',
    open: '{',
    close: '}',
    trailing: true,
  }
  const { method, path, body } = request
  const kind = method[0] + method.slice(1).toLowerCase()
  // A POST or PUT without a body is sent as a form by Ruby, unless it says something else.
  const type = body === undefined && /^P/.test(method) ? [['content-type', 'application/json']] : []
  const lines = [
    `require 'json'\nrequire 'net/http'\n`,
    `uri = URI(${text(`{{BASE_URL}}${path}`)})`,
    `request = Net::HTTP::${kind}.new(uri, ${literal(Object.fromEntries([...allHeaders(request), ...type]), notation)})`,
    ...(body === undefined ? [] : [`request.body = JSON.generate(${literal(body, notation)})`]),
    `answer = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }`,
    `puts answer.code, answer.body`,
  ]
  return lines.join('\n')
}

function java(request: SampleRequest): string {
  const env = (name: string) => `System.getenv("${name}")`
  const text = (value: string) => joined(value, json, env, ' + ')
  const { method, path, body } = request
  const headers = allHeaders(request).map(([name, value]) => `  .header(${json(name)}, ${text(value)})`)
  const publisher = body === undefined ? 'noBody()' : `ofString(${javaText(JSON.stringify(body, null, 2), env)})`
  return [
    'import java.net.URI;\nimport java.net.http.*;\n',
    `var request = HttpRequest.newBuilder(URI.create(${text(`{{BASE_URL}}${path}`)}))`,
    ...headers,
    `  .method("${method}", HttpRequest.BodyPublishers.${publisher})`,
    '  .build();',
    'var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    'System.out.println(answer.statusCode() + " " + answer.body());',
  ].join('\n')
}

/** A text block; its variables follow it in their order. */
function javaText(text: string, env: (name: string) => string): string {
  const names = parts(text).filter((_, index) => index % 2 === 1)
  const format = names.length === 0 ? text : text.replaceAll('%', '%%').replaceAll(/\{\{[A-Z_]+\}\}/g, '%s')
  const block = `"""\n${format.replaceAll('\\', '\\\\').replaceAll(/^/gm, '    ')}"""`
  return names.length === 0 ? block : `${block}.formatted(${names.map(env).join(', ')})`
}

function csharp(request: SampleRequest): string {
  const env = (name: string) => `Environment.GetEnvironmentVariable("${name}")`
  const quoted = (part: string) => json(part).slice(1, -1).replaceAll(/[{}]/g, '$&$&')
  const text = (value: string) => {
    const [before, name, ...rest] = parts(value)
    if (name === undefined) return json(value)
    if (before === '' && rest.join('') === '') return env(name)
    return `$"${parts(value)
      .map((part, index) => (index % 2 === 1 ? `{${env(part)}}` : quoted(part)))
      .join('')}"`
  }
  const { method, path, body } = request
  const headers = allHeaders(request).filter(([name]) => name !== 'content-type')
  const lines = [
    'using var http = new HttpClient();',
    `using var request = new HttpRequestMessage(HttpMethod.${method[0]}${method.slice(1).toLowerCase()}, ${text(`{{BASE_URL}}${path}`)});`,
    ...headers.map(([name, value]) => `request.Headers.TryAddWithoutValidation(${json(name)}, ${text(value)});`),
  ]
  if (body !== undefined) {
    const block = JSON.stringify(body, null, 2).replaceAll(/\{\{([A-Z_]+)\}\}/g, (_, name) => `{{${env(name)}}}`)
    lines.push(
      `request.Content = new StringContent($$"""\n${block.replaceAll(/^/gm, '  ')}\n  """, null, "application/json");`,
    )
  }
  lines.push(
    'using var answer = await http.SendAsync(request);',
    'Console.WriteLine($"{(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");',
  )
  return lines.join('\n')
}

export const LANGUAGES: readonly Language[] = [
  { name: 'curl', label: 'curl', code: curl },
  { name: 'typescript', label: 'TypeScript', code: typescript },
  { name: 'python', label: 'Python', code: python },
  { name: 'php', label: 'PHP', code: php },
  { name: 'ruby', label: 'Ruby', code: ruby },
  { name: 'java', label: 'Java', code: java },
  { name: 'csharp', label: 'C#', code: csharp },
]
