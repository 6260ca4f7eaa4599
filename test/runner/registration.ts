/**
 * `node:test` as test files import it. Node finds the test or suite that code belongs to by a hook on every promise and
 * resource, which took a tenth of the processor time of a worker. This module loads `node:test` without that hook: the
 * context of `AsyncLocalStorage` carries the test or suite instead. Preloaded, because Node's runner must not be loaded
 * before.
 */
import asyncHooks, { type AsyncHook, AsyncLocalStorage, type HookCallbacks } from 'node:async_hooks'

type Body = (...given: unknown[]) => unknown
type Register = (...given: never[]) => unknown

/** The id under which Node's runner knows the test or suite whose code runs. */
const current = new AsyncLocalStorage<number>()
/** The test or suite that is being created. */
let created: { id?: number } | null = null
let hook: AsyncHook | null = null
let running: string | null = null

const node = loadRunner()

function loadRunner(): typeof import('node:test') {
  const { createHook, executionAsyncId } = asyncHooks
  asyncHooks.createHook = ({ init }: HookCallbacks): AsyncHook => {
    const named: HookCallbacks['init'] = (id, type, ...more) => {
      if (type !== 'Test') return
      if (created) created.id ??= id
      init!(id, type, ...more)
    }
    hook = createHook({ init: named })
    // The runner is created with its first test.
    if (created) hook.enable()
    return { enable: () => hook!, disable: () => hook! }
  }
  asyncHooks.executionAsyncId = () => current.getStore() ?? executionAsyncId()
  try {
    return process.getBuiltinModule('node:test')
  } finally {
    Object.assign(asyncHooks, { createHook, executionAsyncId })
  }
}

/** Says which file's suite runs from now on; null between files. */
export function registerOnlyIn(file: string | null): void {
  running = file
}

/** Throws where a test or hook would not become part of the file that runs: it would never run. */
function assertInFile(name: string): void {
  if (running && !node.getTestContext()?.fullName.startsWith(running))
    throw new Error(`${name}() would register in another file than ${running}`)
}

/** Wraps a function that creates a test or suite, so that its body runs in the context of what was created. */
function creating<F extends Register>(register: F): F {
  const wrapped = (...given: never[]): unknown => {
    assertInFile(register.name)
    const made: { id?: number } = {}
    const outer = created
    created = made
    hook?.enable()
    try {
      return register(...(given.map(each => inContext(each, () => made.id)) as never[]))
    } finally {
      created = outer
      if (!outer) hook?.disable()
    }
  }
  return wrapped as F
}

/** Wraps a function that registers a hook of a test or suite, so that its body runs in the same context. */
function hooking<F extends Register>(register: F): F {
  const wrapped = (...given: never[]): unknown => {
    assertInFile(register.name)
    const id = current.getStore()
    return register(...(given.map(each => inContext(each, () => id)) as never[]))
  }
  return wrapped as F
}

/** Returns other arguments as they are. The runner reads from the length of a function whether it takes a callback. */
function inContext(given: unknown, id: () => number | undefined): unknown {
  if (typeof given !== 'function') return given
  const body = given as Body
  const inside = (...args: unknown[]): unknown => current.run(id()!, () => body(...args))
  return Object.defineProperty(inside, 'length', { value: body.length })
}

/** With `test.skip` and the like. */
function withVariants<F extends typeof node.test | typeof node.suite>(register: F): F {
  const { skip, todo, only, expectFailure } = register
  const variants = { skip, todo, only, expectFailure }
  const wrapped = Object.entries(variants).map(([name, each]) => [name, creating(each)])
  return Object.assign(creating(register), Object.fromEntries(wrapped))
}

export const { mock, getTestContext } = node
export const test = withVariants(node.test)
export const describe = withVariants(node.describe)
export const suite = withVariants(node.suite)
export const after = hooking(node.after)
export const afterEach = hooking(node.afterEach)
export const before = hooking(node.before)
export const beforeEach = hooking(node.beforeEach)
export default test
