/** Why these preferences cannot be taken, or null. Keys the contract does not name are the interface's own business. */
export function uiPrefsProblem(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return 'must be an object.'
  const prefs = sent as Record<string, unknown>
  for (const name of ['entry_page', 'report_export_type', 'process_method']) {
    if (prefs[name] !== undefined && typeof prefs[name] !== 'string') return `must have a string for ${name}.`
  }
  const { page_size, default_terminal } = prefs
  if (page_size !== undefined && !isPageSize(page_size)) return 'must have a whole number from 1 to 5000 for page_size.'
  const isTerminal =
    default_terminal === null || (typeof default_terminal === 'string' && default_terminal.length <= 36)
  if (default_terminal !== undefined && !isTerminal) return 'must have an identifier or null for default_terminal.'
  return null
}

/** The largest page of a list is 5000 (contract section 8). */
function isPageSize(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 5000
}
