/**
 * Returns the script that completes commands, events and options in a shell.
 * @param {string | undefined} shell
 * @param {{ commands: readonly string[], options: readonly string[] }} words
 */
export declare function completion(shell: string | undefined, { commands, options }: {
    commands: readonly string[];
    options: readonly string[];
}): string;
