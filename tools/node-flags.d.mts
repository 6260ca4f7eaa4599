export const nodeFlags: readonly string[]
export const nodeEnvironment: Readonly<Record<string, string>>
