/**
 * The differences between the scenes on a board with a defect and on a correct board, by defect. Every difference must
 * follow from the defect. A defect without differences does not show in the scenes.
 */
export const DIFFERENCES: Readonly<Record<string, string>> = {
  'comment-returns-200': 'createComment: status',
  'create-returns-200': 'createTask: status',
  'delete-returns-200': 'deleteTask: status',
  'delete-unknown-returns-204': 'deleteTask: status',
  'get-unknown-returns-null': 'getTask: status',
  'large-file-returns-413': '',
  'replace-returns-204': 'replaceTask: status',
  'validation-returns-422': 'createComment, createTask, getTask, listTasks, reorderTask, replaceTask: status',
  'validation-returns-500': 'createTask, replaceTask: status',
  'wrong-method-returns-404': 'none: headers.allow, status',
  'blank-comment-accepted': 'listTasks: content[].comments.length; getTask: comments.length; createComment: status',
  'blank-title-accepted': 'createTask: errors.title',
  'checklist-text-too-long-accepted': 'createTask: errors.checklistItems[0].text',
  'description-too-long-accepted':
    'createTask: headers.location, status; listTasks: content.length, totalElements; getTaskSummary: todoTasks, totalTasks',
  'due-date-rolls-over': 'createTask: errors.dueDate',
  'longest-title-refused':
    'createTask: headers.location, status; listTasks: content.length, totalElements; getTaskSummary: todoTasks, totalTasks',
  'missing-status-accepted':
    'createTask: headers.location, status; listTasks: content.length, totalElements; getTaskSummary: todoTasks, totalTasks',
  'negative-index-accepted': 'listTasks: content[].updatedAt; getTask: updatedAt; reorderTask: status',
  'negative-page-accepted': 'listTasks: errors.page',
  'number-as-title-accepted': 'createTask: errors.title',
  'page-size-clamped': 'listTasks: status',
  'title-too-long-accepted':
    'createTask: headers.location, status; listTasks: content.length, totalElements; getTaskSummary: todoTasks, totalTasks',
  'unknown-sort-ignored': 'listTasks: status',
  'unknown-status-accepted': 'createTask: errors.status',
  'error-media-type-is-text':
    'createComment, createTask, deleteAllTasks, deleteAttachment, deleteComment, deleteTask, getCurrentUser, getTask, listTasks, login, none, refresh, reorderTask, replaceTask, updateComment, uploadAttachments: headers.content-type',
  'error-path-constant':
    'createComment, createTask, deleteAllTasks, deleteAttachment, deleteComment, deleteTask, getCurrentUser, getTask, listTasks, login, none, refresh, reorderTask, replaceTask, updateComment, uploadAttachments: path',
  'error-path-with-query': 'listTasks: path',
  'error-status-is-text':
    'createComment, createTask, deleteAllTasks, deleteAttachment, deleteComment, deleteTask, getCurrentUser, getTask, listTasks, login, none, refresh, reorderTask, replaceTask, updateComment, uploadAttachments: status',
  'error-without-errors': 'createComment, createTask, getTask, listTasks, reorderTask, replaceTask: errors',
  'error-without-timestamp':
    'createComment, createTask, deleteAllTasks, deleteAttachment, deleteComment, deleteTask, getCurrentUser, getTask, listTasks, login, none, refresh, reorderTask, replaceTask, updateComment, uploadAttachments: timestamp',
  'first-invalid-field-only':
    'createTask: errors.checklistItems[0].text, errors.dueDate, errors.labels; listTasks: errors.size',
  'not-found-without-id':
    'createComment, deleteTask, getTask, reorderTask, replaceTask, updateComment, uploadAttachments: message',
  'default-priority-is-low':
    'createTask, getTask, reorderTask: priority; listTasks: content.length, content[].id, content[].priority, totalElements',
  'labels-sorted': 'createTask, replaceTask: labels.length; listTasks: content[].labels.length',
  'missing-description-is-empty':
    'createTask, getTask, reorderTask, replaceTask: description; listTasks: content[].description',
  'text-escaped':
    'createTask: description, title; listTasks: content[].description, content[].title; getTask, replaceTask: description',
  'timestamps-with-milliseconds':
    'createTask, getTask, reorderTask, replaceTask: createdAt, updatedAt; listTasks: content[].createdAt, content[].updatedAt',
  'title-trimmed': 'createTask: title; listTasks: content[].title',
  'put-ignores-status':
    'listTasks: content[].sortOrder, content[].status; getTask: sortOrder, status; replaceTask: status',
  'put-keeps-omitted-fields':
    'listTasks: content[].checklistItems[].id; getTask, replaceTask: checklistItems.length, checklistItems[].id, description, dueDate, labels.length, priority',
  'put-keeps-updated-at': 'listTasks: content[].updatedAt; getTask, replaceTask: updatedAt',
  'put-loses-attachments': 'listTasks: content[].attachments.length; getTask, replaceTask: attachments.length',
  'put-loses-comments': 'listTasks: content[].comments.length; getTask, replaceTask: comments.length',
  'put-merges-labels': 'listTasks: content[].labels.length; getTask, replaceTask: labels.length',
  'put-moves-to-end': 'getTask, replaceTask: sortOrder',
  'put-renews-checklist-ids': 'replaceTask: checklistItems[].id',
  'put-resets-created-at': 'listTasks: content[].createdAt; getTask, replaceTask: createdAt',
  'filters-joined-by-or': 'listTasks: content.length, totalElements',
  'last-page-lacks-task': 'listTasks: content.length',
  'list-ignores-direction': 'listTasks: content[].id',
  'list-ignores-priority': 'listTasks: content.length, totalElements',
  'list-ignores-status': 'listTasks: content.length, totalElements',
  'missing-dates-first': 'listTasks: content[].id',
  'page-counted-from-1': 'listTasks: content.length, content[].id',
  'page-past-end-returns-404': 'listTasks: status',
  'size-ignored': 'listTasks: content.length, pageSize, totalPages',
  'status-sorted-by-name': 'listTasks: content[].id',
  'ties-unstable': 'listTasks: content[].id',
  'title-order-ignores-case': 'listTasks: content[].id',
  'total-elements-of-page': 'listTasks: totalElements',
  'total-pages-rounded-down': 'listTasks: totalPages',
  'search-drops-filters': 'listTasks: content.length, totalElements',
  'search-has-wildcards': 'listTasks: content.length, totalElements',
  'search-is-case-sensitive': 'listTasks: content.length, totalElements, totalPages',
  'search-skips-description': 'listTasks: content.length, totalElements',
  'search-skips-labels': 'listTasks: content.length, totalElements',
  'delete-leaves-gap': 'createTask: sortOrder; listTasks: content[].sortOrder',
  'move-keeps-status':
    'listTasks: content[].id, content[].status; getTask, reorderTask: status; getTaskSummary: doneTasks, todoTasks',
  'new-task-comes-first': 'createTask, getTask, replaceTask: sortOrder; listTasks: content[].id, content[].sortOrder',
  'reorder-appends': 'listTasks: content[].id; getTask, reorderTask: sortOrder',
  'reorder-empties-checklist': 'listTasks: content[].checklistItems.length; getTask: checklistItems.length',
  'reorder-keeps-updated-at': 'listTasks: content[].updatedAt; getTask, reorderTask: updatedAt',
  'reorder-off-by-one': 'reorderTask: sortOrder',
  'summary-is-cached': 'getTaskSummary: doneTasks, todoTasks, totalTasks',
  'summary-total-lacks-column': 'getTaskSummary: totalTasks',
  'comment-keeps-updated-at':
    'listTasks: content[].comments[].updatedAt; getTask: comments[].updatedAt; updateComment: updatedAt',
  'comment-touches-task': 'listTasks: content[].updatedAt; getTask: updatedAt',
  'comments-newest-first': 'getTask: comments[].id',
  'other-comment-deletable': 'listTasks: content[].comments.length; getTask: comments.length; deleteComment: status',
  'attachment-not-deleted': 'getTask: attachments.length',
  'content-type-lost':
    'listTasks: content[].attachments[].contentType; getTask, replaceTask: attachments[].contentType; uploadAttachments: [].contentType; downloadAttachment: headers.content-type',
  'download-truncated': 'downloadAttachment: body',
  'file-name-without-extension':
    'listTasks: content[].attachments[].fileName; getTask, replaceTask: attachments[].fileName; uploadAttachments: [].fileName, message; downloadAttachment: headers.content-disposition',
  'file-size-off-by-one':
    'listTasks: content[].attachments[].fileSizeBytes; getTask, replaceTask: attachments[].fileSizeBytes; uploadAttachments: [].fileSizeBytes',
  'fourth-file-accepted':
    'getTask: attachments.length; deleteAttachment, uploadAttachments: status; downloadAttachment: headers.content-disposition, headers.vary, status',
  'largest-file-refused': '',
  'upload-keeps-first-file':
    'getTask: attachments[].fileName, attachments[].uploadedAt; uploadAttachments: .length, status',
  'delete-all-deletes-first-page': '',
  'delete-all-keeps-comments': 'updateComment: status',
  'deleted-id-comes-back': 'createTask: headers.location, id',
  'current-role-without-prefix': 'getCurrentUser: role',
  'expires-in-milliseconds': 'login, refresh: expiresIn',
  'login-failure-returns-400': 'login: headers.www-authenticate, status',
  'logout-keeps-session': 'getCurrentUser: status',
  'logout-returns-204': 'logout: status',
  'missing-token-returns-401': 'getTask, listTasks: status',
  'not-found-before-token': 'getTask: status',
  'refresh-token-reusable': 'getCurrentUser, refresh: status',
  'token-signature-ignored': 'getCurrentUser: status',
  'user-deletes-all': 'listTasks: content.length, totalElements, totalPages; deleteAllTasks: status',
  'allow-lists-all-methods': 'none: headers.allow',
  'content-disposition-missing': 'downloadAttachment: headers.content-disposition',
  'location-missing': 'createTask: headers.location',
  'location-of-list': 'createTask: headers.location',
  'tokens-cacheable': 'login, refresh: headers.cache-control',
  'concurrent-creates-share-place': '',
}
