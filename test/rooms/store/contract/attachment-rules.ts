import {
  at,
  attachmentNotFound,
  BOARD,
  createRandom,
  createTaskId,
  createTasks,
  file,
  idsOf,
  MEBIBYTE,
  type Rule,
  readTask,
  same,
  taskNotFound,
  tooManyFiles,
  UNKNOWN_IDS,
} from './shared.js'

export function attachmentRules(rule: Rule): void {
  rule('stores name, media type, size and time of attachments, in the given order (section 2)', async (t, store) => {
    const taskId = await createTaskId(store)
    const files = [
      {
        fileName: 'z \u00e9 "\u{1f600}".txt',
        contentType: 'text/plain; charset=utf-8',
        bytes: Buffer.from('one'),
      },
      { fileName: 'a.bin', contentType: 'application/octet-stream', bytes: Buffer.alloc(0) },
      { fileName: 'z \u00e9 "\u{1f600}".txt', contentType: 'image/png', bytes: Buffer.from('\u00e9') },
    ]
    const attachments = await store.addAttachments(BOARD, taskId, files, at(1))
    same(
      t,
      attachments,
      files.map(({ fileName, contentType, bytes }, index) => ({
        id: attachments[index]?.id,
        fileName,
        contentType,
        fileSizeBytes: bytes.length,
        uploadedAt: at(1),
      })),
    )
    t.equal(new Set(idsOf(attachments)).size, 3)
    for (const [index, attachment] of attachments.entries()) {
      const found = await store.getAttachment(BOARD, taskId, attachment.id)
      same(t, found.attachment, attachment)
      same(t, Buffer.from(found.bytes), files[index]?.bytes)
    }
  })

  rule('returns exactly the bytes that were stored (decision 26)', async (t, store) => {
    const random = createRandom(6)
    const every = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const contents: Record<string, Uint8Array> = {
      'every byte': every,
      'no byte at all': new Uint8Array(0),
      'one zero': new Uint8Array(1),
      'bytes that are not UTF-8': Uint8Array.of(0xc3, 0x28, 0xff, 0xfe, 0x00, 0xed, 0xa0, 0x80),
      'a part of a larger buffer': every.subarray(100, 103),
      'one mebibyte': Uint8Array.from({ length: MEBIBYTE }, () => random(256)),
    }
    for (const [name, bytes] of Object.entries(contents)) {
      const taskId = await createTaskId(store)
      // The store can move the bytes to another thread. A copy of a part would be a buffer of its own.
      const stored = name === 'a part of a larger buffer' ? bytes : bytes.slice()
      const input = { fileName: 'a.bin', contentType: 'application/octet-stream', bytes: stored }
      const [attachment] = await store.addAttachments(BOARD, taskId, [input], at(1))
      t.equal(attachment?.fileSizeBytes, bytes.length, name)
      const found = await store.getAttachment(BOARD, taskId, attachment?.id ?? 0)
      t.ok(Buffer.from(found.bytes).equals(bytes), name)
    }
  })

  rule('stores no file if there is one too many, and names the first surplus file (decision 25)', async (t, store) => {
    const files = ['a', 'b', 'c', 'd', 'e'].map((name) => file(name))
    const cases: [stored: number, added: number, surplus: string][] = [
      [0, 4, 'd'],
      [0, 5, 'd'],
      [1, 3, 'c'],
      [2, 2, 'b'],
      [2, 5, 'b'],
      [3, 1, 'a'],
      [3, 2, 'a'],
    ]
    for (const [stored, added, surplus] of cases) {
      const taskId = await createTaskId(store)
      if (stored > 0) await store.addAttachments(BOARD, taskId, files.slice(0, stored), at(1))
      const before = await readTask(store, BOARD, taskId)
      await t.rejects(
        store.addAttachments(BOARD, taskId, files.slice(0, added), at(2)),
        tooManyFiles(surplus),
        `${added} to ${stored}`,
      )
      same(t, await readTask(store, BOARD, taskId), before, `${added} to ${stored}`)
    }
  })

  rule('deleting an attachment makes room for another one in the same task (decision 25)', async (t, store) => {
    const [taskId = 0, otherTaskId = 0] = idsOf(await createTasks(store, 2))
    const [a, b, c] = await store.addAttachments(BOARD, taskId, [file('a'), file('b'), file('c')], at(1))
    await store.addAttachments(BOARD, otherTaskId, [file('x')], at(1))
    await store.deleteAttachment(BOARD, taskId, b?.id ?? 0)
    const [d] = await store.addAttachments(BOARD, taskId, [file('d')], at(2))
    same(t, (await readTask(store, BOARD, taskId)).attachments, [a, c, d])
    await t.rejects(store.addAttachments(BOARD, taskId, [file('e')], at(3)), tooManyFiles('e'))
  })

  rule('concurrent uploads never store more than 3 files (decision 25)', async (t, store) => {
    const taskId = await createTaskId(store)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => store.addAttachments(BOARD, taskId, [file(`${index}`)], at(1))),
    )
    t.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3)
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'rejected') t.match(outcome.reason, tooManyFiles(`${index}`))
    }
    t.equal((await readTask(store, BOARD, taskId)).attachments.length, 3)
  })

  rule('concurrent uploads of two files are stored completely or not at all (decision 25)', async (t, store) => {
    const taskId = await createTaskId(store)
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) => store.addAttachments(BOARD, taskId, [file(name), file(`${name}2`)], at(1))),
    )
    const stored = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    t.equal(stored.length, 1)
    same(t, (await readTask(store, BOARD, taskId)).attachments, stored[0])
  })

  rule('refuses too many files before it looks for the task (decision 17)', async (t, store) => {
    const files = ['a', 'b', 'c', 'd'].map((name) => file(name))
    await t.rejects(store.addAttachments(BOARD, 999, files, at(1)), tooManyFiles('d'))
    await t.rejects(store.addAttachments(BOARD, 999, files.slice(0, 3), at(1)), taskNotFound(999))
  })

  rule('does not find an unknown attachment or one of another task (decision 24)', async (t, store) => {
    const [taskId = 0, otherTaskId = 0] = idsOf(await createTasks(store, 2))
    const [attachment] = await store.addAttachments(BOARD, otherTaskId, [file('a.txt')], at(1))
    const kept = attachment?.id ?? 0
    for (const id of [kept, ...UNKNOWN_IDS]) {
      await t.rejects(store.getAttachment(BOARD, taskId, id), attachmentNotFound(id))
      await t.rejects(store.deleteAttachment(BOARD, taskId, id), attachmentNotFound(id))
    }
    await t.rejects(store.getAttachment(BOARD, 999, kept), taskNotFound(999))
    await t.rejects(store.deleteAttachment(BOARD, 999, kept), taskNotFound(999))
    same(t, (await store.getAttachment(BOARD, otherTaskId, kept)).attachment, attachment)
    await store.deleteAttachment(BOARD, otherTaskId, kept)
    await t.rejects(store.getAttachment(BOARD, otherTaskId, kept), attachmentNotFound(kept))
    await t.rejects(store.deleteAttachment(BOARD, otherTaskId, kept), attachmentNotFound(kept))
  })
}
