import { readFileSync } from 'node:fs'
import { Problem } from './problem.js'

/**
 * Returns the body that the arguments of `post` and `put` say: `tag.title=Regulars` is
 * `{"tag": {"title": "Regulars"}}`, `--data` is JSON, `@file` a file of it, and `-` standard input. Undefined where
 * nothing was said.
 * @param {readonly string[]} fields
 * @param {string | undefined} data
 */
export function bodyFrom(fields, data) {
  if (data !== undefined)
    return parsed(data === '-' ? readFileSync(0, 'utf8') : data.startsWith('@') ? fileAt(data.slice(1)) : data)
  if (fields.length === 0) return undefined
  /** @type {Record<string, any>} */
  const body = {}
  for (const field of fields) {
    const mark = field.indexOf('=')
    if (mark < 1) throw new Problem(`${field}: a field is written name=value, below its record as tag.title=Regulars.`)
    const names = field.slice(0, mark).split('.')
    const last = names.pop() ?? ''
    let place = body
    for (const name of names) place = place[name] ??= {}
    place[last] = field.slice(mark + 1)
  }
  return body
}

/** @param {string} path */
function fileAt(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Problem(`${path} cannot be read.`)
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('The data is no JSON.')
  }
}
