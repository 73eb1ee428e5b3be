package scenario

import client.apis.BoardsApi
import client.apis.ClassesApi
import client.apis.FaultsApi
import client.apis.SnapshotsApi
import client.models.BoardInput
import client.models.BoardsInput
import client.models.ClassInput
import client.models.FaultName
import client.models.FaultSettingsInput
import client.models.NewBoard
import client.models.OptionalFaultRates
import client.models.ResetInput
import kotlin.test.assertEquals
import kotlin.test.assertTrue

/** A seed that needs more than 32 bits. */
private const val SEED = 9_007_199_254_740_991

/** Creates boards and a class, replays faults, and loads a snapshot. */
object BoardScenario {
    @JvmStatic
    fun main(args: Array<String>) {
        val board = createBoard()
        replaceFaults(board)
        createBoards()
        useClass()
        // Last, because from then on the clients send nulls.
        loadSnapshot(board)
        expectData(204, boards(board.ownerToken).deleteBoardWithHttpInfo(board.id))
        expectError(404, boards(board.ownerToken).getBoardWithHttpInfo(board.id))
        println("boards")
    }
}

private fun boards(token: String? = null) = BoardsApi(BASE_URL, bearer(token))

private fun createBoard(): NewBoard {
    val board = expectData(201, boards().createBoardWithHttpInfo(BoardInput("Ada", BoardInput.Fixture.demo)))
    assertEquals("Ada", board.name)
    assertTrue(board.baseUrl.toString().endsWith("/b/${board.id}"))
    expectMoment(board.createdAt!!)
    assertEquals("Ada", expectData(200, boards(board.ownerToken).getBoardWithHttpInfo(board.id)).name)
    expectError(401, boards().getBoardWithHttpInfo(board.id))
    assertEquals(setOf("name"), expectError(400, boards().createBoardWithHttpInfo(BoardInput(" "))).errors?.keys)
    return board
}

private fun replaceFaults(board: NewBoard) {
    val faults = FaultsApi(BASE_URL, bearer(board.ownerToken))
    assertTrue(expectData(200, faults.getFaultsWithHttpInfo(board.id)).seed >= 0)
    val script = listOf(listOf(FaultName.serverMinusError), listOf())
    // The service refuses rates that are null, and the clients send all nulls or none.
    val rates = OptionalFaultRates(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    val input = FaultSettingsInput(seed = SEED, disclose = true, script = script, rates = rates)
    val after = expectData(200, faults.replaceFaultsWithHttpInfo(board.id, input))
    assertEquals(SEED, after.seed)
    assertEquals(0, after.ordinal)
    assertEquals(script, after.script)
    assertEquals(after, expectData(200, faults.getFaultsWithHttpInfo(board.id)))
}

private fun loadSnapshot(board: NewBoard) {
    val snapshots = SnapshotsApi(BASE_URL, bearer(board.ownerToken))
    val demo = expectData(200, snapshots.getSnapshotWithHttpInfo(board.id))
    assertTrue(demo.tasks.isNotEmpty())
    assertEquals(SEED, demo.faults.seed)
    expectData(204, boards(board.ownerToken).resetBoardWithHttpInfo(board.id, ResetInput()))
    assertEquals(listOf(), expectData(200, snapshots.getSnapshotWithHttpInfo(board.id)).tasks)
    sendNulls()
    expectData(204, snapshots.loadSnapshotWithHttpInfo(board.id, demo))
    assertEquals(demo, expectData(200, snapshots.getSnapshotWithHttpInfo(board.id)))
}

private fun createBoards() {
    val input = BoardsInput(names = listOf("Ada", "Grace"))
    expectError(401, boards().createBoardsWithHttpInfo(input))
    val created = expectData(201, boards(System.getenv("ADMIN_TOKEN")).createBoardsWithHttpInfo(input))
    assertEquals(listOf("Ada", "Grace"), created.boards.map { it.name })
}

private fun useClass() {
    val input = ClassInput(name = "Testing APIs", names = listOf("Ada", "Grace"))
    val created = expectData(201, ClassesApi(BASE_URL, bearer(null)).createClassWithHttpInfo(input))
    val classes = ClassesApi(BASE_URL, bearer(created.trainerSecret))
    val found = expectData(200, classes.getClassWithHttpInfo(created.id))
    assertEquals(listOf("Ada", "Grace"), found.boards.map { it.name })
    assertEquals(created.boards, found.boards)
    expectData(204, classes.deleteClassWithHttpInfo(created.id))
}
