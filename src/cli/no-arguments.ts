/** Who writes `rotate-keys --help` wants to read, not to rotate: arguments that a command does not know stop it. */
export function noArguments(command: string, args: readonly string[]): void {
  if (args.length > 0) throw new Error(`${command} takes no arguments`)
}
