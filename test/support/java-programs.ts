import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { atWorkerEnd } from './at-worker-end.ts'
import type { Runner } from './run-sample.ts'

const run = promisify(execFile)

/**
 * Runs the program that a line of standard input names, with the environment of the line, and answers with a line of
 * what it printed. All words are Base64. A virtual machine for each program takes most of a second to start.
 */
const LAUNCHER = `
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

class Launcher {
  static String text(String word) { return new String(Base64.getDecoder().decode(word), StandardCharsets.UTF_8); }

  @SuppressWarnings("unchecked")
  static Map<String, String> environment() throws Exception {
    var inner = Class.forName("java.util.Collections$UnmodifiableMap").getDeclaredField("m");
    inner.setAccessible(true);
    return (Map<String, String>) inner.get(System.getenv());
  }

  public static void main(String[] given) throws Exception {
    var answers = System.out;
    var environment = environment();
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      var words = line.split(" ");
      environment.clear();
      for (int at = 1; at + 1 < words.length; at += 2) environment.put(text(words[at]), text(words[at + 1]));
      var printed = new ByteArrayOutputStream();
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      var ended = "done";
      try {
        var main = Class.forName(text(words[0])).getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        main.invoke(null, (Object) new String[0]);
      } catch (Throwable error) {
        ended = "failed";
        error.printStackTrace(System.out);
      }
      answers.println(ended + " " + Base64.getEncoder().encodeToString(printed.toByteArray()));
    }
  }
}
`
const OPENED = ['--add-opens', 'java.base/java.util=ALL-UNNAMED']
const BRIEF = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto']
const word = (text: string): string => Buffer.from(text).toString('base64')

interface Machine {
  /** The class of each program. */
  names: Map<string, string>
  child: ChildProcess
  answers: AsyncIterator<string>
}

/** Runs Java as it is printed, each program in a class around it; all are compiled when the first one runs. */
export function javaPrograms(programs: () => readonly string[]): Runner {
  let started: Promise<Machine> | undefined
  let last: Promise<unknown> = Promise.resolve()
  return (code, env) => {
    started ??= start(programs())
    const answer = last.then(async () => send(await started!, code, env))
    last = answer.catch(() => undefined)
    return answer
  }
}

async function start(programs: readonly string[]): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-java-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const names = new Map([...new Set(programs)].map((code, index) => [code, `Program${index}`]))
  const sources = new Map([...names].map(([code, name]) => [name, classOf(name, code)])).set('Launcher', LAUNCHER)
  const files = [...sources.keys()].map(name => join(folder, `${name}.java`))
  for (const [name, source] of sources) await writeFile(join(folder, `${name}.java`), source)
  await run('javac', ['-encoding', 'UTF-8', '-nowarn', '-d', folder, ...files])
  const child = spawn('java', [...BRIEF, ...OPENED, '-cp', folder, 'Launcher'], { stdio: ['pipe', 'pipe', 'inherit'] })
  atWorkerEnd.push(async () => {
    child.stdin!.end()
    await once(child, 'exit')
  })
  return { names, child, answers: createInterface(child.stdout!)[Symbol.asyncIterator]() }
}

async function send({ names, child, answers }: Machine, code: string, env: Record<string, string>): Promise<string> {
  child.stdin!.write(`${[names.get(code)!, ...Object.entries(env).flat()].map(word).join(' ')}\n`)
  const { value } = await answers.next()
  const [ended, printed = ''] = `${value}`.split(' ')
  const text = Buffer.from(printed, 'base64').toString()
  if (ended !== 'done') throw new Error(`Java: ${text}`)
  return text
}

/** Imports stand before the class, everything else in its main method. */
function classOf(name: string, code: string): string {
  const [imports = '', ...rest] = code.split('\n\n')
  return `${imports}\nclass ${name} {\n  public static void main(String[] given) throws Exception {\n${rest.join('\n\n')}\n  }\n}\n`
}
