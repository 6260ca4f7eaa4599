/** Returns a count with its noun: `1 key`, `2 keys`; `many` where an s at the end does not do. */
export function counted(count: number | bigint, one: string, many = `${one}s`): string {
  return `${count} ${Number(count) === 1 ? one : many}`
}
