/** Whether a bank product takes the first WEB debit of a stored account only once it is verified: `processor_data.verify_accounts`. */
export function requiresVerified(product: { processor_data: unknown }): boolean {
  return (product.processor_data as { verify_accounts?: unknown } | null)?.verify_accounts === true
}

/** Why this setting cannot be taken, or null. */
export function verifyAccountsProblem(sent: unknown): string | null {
  const { verify_accounts } = (sent ?? {}) as { verify_accounts?: unknown }
  if (verify_accounts === undefined || typeof verify_accounts === 'boolean') return null
  return 'must have true or false for verify_accounts.'
}
