/** Closes what the files of this process share. The worker calls each after its last file. */
export const atWorkerEnd: (() => Promise<void>)[] = []
