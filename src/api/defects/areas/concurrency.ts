import type { Session } from '../../../rooms/board/sessions.js'
import { defectsIn } from '../defect.js'
import { startSession } from '../sessions.js'
import { deleteAllTasks, noteShift, shiftPositions } from '../shift-positions.js'

/** Requests at the same time. */
export const concurrency = defectsIn({ area: 'concurrency', editions: ['current'] })({
  'TB-106 concurrent-creates-share-place | major concurrency': {
    title: 'Tasks that are created in a column at the same time get the same `sortOrder`.',
    rule: 'The positions in a column are 0 to n−1, even after concurrent requests (decision 18).',
    operations: ['createTask', 'deleteAllTasks', 'getTask', 'listTasks', 'replaceTask', 'reorderTask'],
    replace: (api, context) => ({
      createTask(board, values, now) {
        const others = context.inProgress(values.status).length
        const task = api.createTask(board, values, now)
        context.enter(values.status)
        if (others > 0) noteShift(context, task)
        return { ...task, sortOrder: task.sortOrder - others }
      },
      deleteAllTasks: deleteAllTasks(api, context),
    }),
    beforeSend: shiftPositions(-1),
  },
  'TB-156 concurrent-comments-lost | critical concurrency | createComment': {
    title: 'Of comments that are created for a task at the same time, only the first is stored.',
    rule: 'Every new comment is appended to those of the task (decision 93).',
    replace: (api, { inProgress, enter }) => ({
      createComment(board, taskId, text, now) {
        const comment = api.createComment(board, taskId, text, now)
        if (inProgress(`${taskId}`).length === 0) enter(`${taskId}`)
        else api.deleteComment(board, taskId, comment.id)
        return comment
      },
    }),
  },
  'TB-157 concurrent-deletes-succeed | minor concurrency | deleteTask': {
    title: 'Of requests that delete a task at the same time, all return 204.',
    rule: 'A request for a task that does not exist is 404 (specification, section 7).',
    replace: (api, { inProgress, enter }) => ({
      deleteTask(board, id) {
        if (inProgress(`${id}`).length > 0) return
        api.deleteTask(board, id)
        enter(`${id}`)
      },
    }),
  },
  'TB-158 concurrent-refreshes-succeed | critical concurrency | refresh': {
    title: 'A refresh token works several times, if the requests arrive at the same time.',
    rule: 'Of two simultaneous uses of a refresh token, exactly one succeeds (decision 32).',
    variants: ['v2'],
    replace: (api, { inProgress, enter }) => ({
      rotateSession(board, presented, times) {
        const token = JSON.stringify(presented)
        const [other] = inProgress(token) as Session[]
        if (other !== undefined) return startSession(api, board, other.username, times)
        const session = api.rotateSession(board, presented, times)
        if (session !== undefined) enter(token, session)
        return session
      },
    }),
  },
  'TB-159 concurrent-uploads-lost | critical concurrency | uploadAttachments': {
    title: 'Of files that are uploaded to a task at the same time, only those of the first request are stored.',
    rule: 'An upload is stored completely or not at all (decision 25).',
    replace: (api, { inProgress, enter }) => ({
      addAttachments(board, taskId, files, now) {
        const attachments = api.addAttachments(board, taskId, files, now)
        if (inProgress(`${taskId}`).length === 0) enter(`${taskId}`)
        else for (const { id } of attachments) api.deleteAttachment(board, taskId, id)
        return attachments
      },
    }),
  },
})
