import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { by, type Runner } from './run-sample.ts'

const run = promisify(execFile)

/** Starts faster for a program that ends at once. */
const BRIEF = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto']

/** Runs Java as it is printed, each program in a class around it; all are compiled when the first one runs. */
export function javaPrograms(programs: () => readonly string[]): Runner {
  let compiled: Promise<{ folder: string; names: Map<string, string> }> | undefined
  const compile = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-java-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const names = new Map([...new Set(programs())].map((code, index) => [code, `Program${index}`]))
    for (const [code, name] of names) await writeFile(join(folder, `${name}.java`), classOf(name, code))
    const files = [...names.values()].map(name => join(folder, `${name}.java`))
    await run('javac', ['-encoding', 'UTF-8', '-nowarn', '-d', folder, ...files])
    return { folder, names }
  }
  return async (code, env) => {
    compiled ??= compile()
    const { folder, names } = await compiled
    return by('java', ...BRIEF, '-cp', folder)(names.get(code)!, env)
  }
}

/** Imports stand before the class, everything else in its main method. */
function classOf(name: string, code: string): string {
  const [imports = '', ...rest] = code.split('\n\n')
  return `${imports}\nclass ${name} {\n  public static void main(String[] given) throws Exception {\n${rest.join('\n\n')}\n  }\n}\n`
}
